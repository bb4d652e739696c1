import { VERSION } from '../shared/version.ts'

/** What a person reads after the first start, with the made-up office behind the service. */
export const sampleWelcome = (address: string, marks: number, key: string, number: string): string => `
Trademark Read Service ${VERSION} answers on ${address}

  SAMPLE DATA: ${marks.toLocaleString('en')} made-up marks. None of them is on any register.

Try it:

  curl -H 'X-API-Key: ${key}' '${address}/v1/brands?q=fiordo&clase=39'
  curl -H 'X-API-Key: ${key}' ${address}/v1/brands/${number}
  npm run keys -- create --consumer me --scopes brands:read

The key is an ordinary one, of the consumer "sample". To load a real register instead, while this runs or not:
npm run sync -- sheets --file PATH. Ctrl-C stops everything.

`

export const KEY_COMMAND = 'npm run keys -- create --consumer NAME --scopes brands:read'

/** Whether only this machine can reach a listening address. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
