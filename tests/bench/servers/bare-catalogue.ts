// The least that a public page of data needs: Koa, one prepared statement, rows, JSON. It answers the bytes that were
// put into `bench_rows` for its address. No limits, no validation, no language, no log, no contract. argv: database
// address. Prints its port.
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import pg from 'pg'

const [databaseUrl = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, application_name: 'bare' })

interface Row {
  part: string
  doc: unknown
}

const app = new Koa()
app.use(async (ctx) => {
  const text = 'select part, doc from bench_rows where address = $1 order by position'
  const { rows } = await pool.query<Row>({ name: 'rows', text, values: [ctx.url] })
  const list = rows.filter(({ part }) => part === 'item').map(({ doc }) => doc)
  const frame = rows.find(({ part }) => part !== 'item')
  if (frame) ctx.body = frame.part === 'whole' ? frame.doc : { ...(frame.doc as object), [frame.part]: list }
})
const server = app.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
