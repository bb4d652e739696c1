import { copyLine } from '../../shared/db/copy-text.ts'
import type { Database, Values } from '../../shared/db/database.ts'
import type { Statement } from '../../shared/db/sql-file.ts'
import { readEstado, readTipoSigno } from '../../shared/sync/office-words.ts'
import { remembering } from '../../shared/sync/text/remembering.ts'
import { whole } from '../figures-table.ts'
import { annotate } from '../fill.ts'
import type { Run } from '../part.ts'
import { type Corpus, marksOf } from './corpus.ts'

const sql = (text: string, ...parameters: string[]): Statement => ({ text, parameters })

const COPY_BRANDS =
  sql(`copy brand (nro_solicitud, nro_registro, denominacion, estado, estado_oficina, tipo_signo,
  fecha_presentacion, fecha_publicacion, fecha_registro, fecha_vencimiento) from stdin`)
const COPY_CLASSES = sql('copy brand_class (nro_solicitud, clase) from stdin')
const FILL_LISTING =
  sql(`insert into brand_listing (clase, estado, tipo_signo, fecha_presentacion, nro_solicitud)
  select 0, estado, tipo_signo, fecha_presentacion, nro_solicitud from brand
   union all
  select c.clase, b.estado, b.tipo_signo, b.fecha_presentacion, c.nro_solicitud
    from brand_class as c join brand as b using (nro_solicitud)`)
/** The first sheet would end a sample. */
const CALL_REGISTER = sql(`update corpus_state set kind = 'register'`)
const LIST_INDEXES = sql(
  `select format('drop index %I', indexname) as drop, indexdef as create
  from pg_indexes
 where schemaname = 'public' and tablename = any ($1) and indexname not like '%pkey'`,
  'tables',
)
const LIST_REFERENCES = sql(
  `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint
 where contype = 'f' and conrelid = any ($1::regclass[])`,
  'tables',
)
const TABLES: Values = {
  tables: ['brand', 'brand_class', 'brand_listing', 'brand_annotation', 'brand_source'],
}

const CHUNK = 256 * 1024
const TICK = 50_000
/** More than the office has words, each of which takes a while to be understood. */
const MOST_WORDS = 1_000

/**
 * Fills the tables of a migrated, empty database straight from the generator, without the way of a sheet. What is
 * left undone when it is stopped on the way is of no use.
 *
 * @param annotated whether what other sources than the sheets would have said is told of them, too
 */
export async function loadCorpus(
  run: Run,
  owner: Database,
  corpus: Corpus,
  { annotated = false } = {},
): Promise<void> {
  // In this order they are made again, too: a reference needs nothing of an index.
  const costly = [...(await list(owner, LIST_INDEXES)), ...(await list(owner, LIST_REFERENCES))]
  for (const { drop } of costly) await owner.query(sql(drop))
  const classes = keepClasses()
  await owner.copyIn(COPY_BRANDS, brandLines(run, corpus, classes), run.signal)
  run.step(`${corpus.title}: loading the classes`)
  await owner.copyIn(COPY_CLASSES, inChunks(classes.lines()), run.signal)
  await owner.query(FILL_LISTING)
  if (annotated) {
    run.step(`${corpus.title}: annotating them`)
    await annotate(owner)
  }
  run.step(`${corpus.title}: making the indexes`)
  for (const { create } of costly) await owner.query(sql(create))
  await owner.query(CALL_REGISTER)
}

interface Costly {
  drop: string
  create: string
}

const list = (owner: Database, statement: Statement): Promise<Costly[]> =>
  owner.query<Costly>(statement, TABLES)

async function* brandLines(run: Run, corpus: Corpus, classes: Classes): AsyncGenerator<string> {
  const estadoOf = remembering(readEstado, MOST_WORDS)
  const tipoOf = remembering(readTipoSigno, MOST_WORDS)
  function* lines(): Generator<string> {
    let loaded = 0
    for (const mark of marksOf(corpus)) {
      if (loaded++ % TICK === 0) run.step(`${corpus.title}: loading mark ${whole(loaded)}`)
      classes.add(mark.nroSolicitud, mark.clases)
      yield copyLine([
        mark.nroSolicitud,
        mark.nroRegistro,
        mark.denominacion,
        estadoOf(mark.estadoOficina),
        mark.estadoOficina,
        tipoOf(mark.tipoSigno),
        mark.fechaPresentacion,
        mark.fechaPublicacion,
        mark.fechaRegistro,
        mark.fechaVencimiento,
      ])
    }
  }
  yield* inChunks(lines())
}

async function* inChunks(lines: Iterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for (const line of lines) {
    chunk += line
    if (chunk.length >= CHUNK) {
      yield chunk
      chunk = ''
    }
  }
  yield chunk
}

/** The classes of all marks, until their own table is copied. */
interface Classes {
  add(nroSolicitud: string, clases: readonly { clase: number }[]): void
  lines(): Generator<string>
}

/** A number and a class are kept as one number, which ten million marks have room for. */
function keepClasses(): Classes {
  const kept: number[] = []
  return {
    add: (nroSolicitud, clases) => {
      for (const { clase } of clases) kept.push(Number(nroSolicitud) * 100 + clase)
    },
    *lines() {
      for (const both of kept) yield copyLine([Math.floor(both / 100), both % 100])
    },
  }
}
