import type { Answer } from '../misbehaviours.ts'
import { escapeHtml, page } from '../pages.ts'
import type { Turn } from './sessions.ts'

/** The page that people search on: what its methods want stands in two of its hidden inputs. */
export function searchPage({ hash, idw }: Turn, cookies: readonly string[] = []): Answer {
  const body = Buffer.from(
    page(
      'Búsqueda de marcas',
      `    <form method="post" action="./BuscarMarca.aspx" id="form1">
      <input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="/wEPDwUKLTM4MDE0NDAxNWRk" />
      <input type="hidden" id="hdnHash" value="${escapeHtml(hash)}" name="ctl00$hdnHash" />
      <input value='${escapeHtml(idw)}' name='ctl00$hdnIDW' id='hdnIDW' type='hidden'>
      <input type="text" id="txtNumeroSolicitud" maxlength="10" />
      <input type="submit" id="btnBuscar" value="Buscar" />
    </form>
`,
    ),
  )
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache, no-store',
    'content-length': String(body.length),
  }
  return { status: 200, headers, cookies, body }
}

/** Where somebody who is not known has to go. */
export const LOGIN = '/Account/Login.aspx?ReturnUrl=%2FMarca%2FBuscarMarca.aspx'

/** A page that wants a person in front of it. */
export const captchaPage = (): string =>
  page(
    'Verificación de seguridad',
    `    <p>Confirme que no es un robot.</p>
    <form method="post"><div class="g-recaptcha" data-sitekey="6Lmuestra"></div></form>
    <script src="/recaptcha/api.js" async defer></script>
`,
  )
