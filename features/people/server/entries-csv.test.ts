import { describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { peoplePaths } from '../contract/people-paths.ts'
import { listPeople } from '../testing/people.ts'
import { startWithPeople } from '../testing/start-with-people.ts'

describe('the CSV file', () => {
  async function download(server: TestServer, cookie: string, query = '') {
    const response = await server.send(`${peoplePaths.exportCsv}?${query}`, { cookie })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="people-[\d-]+\.csv"$/)
    return Buffer.from(await response.arrayBuffer()).toString('utf8')
  }
  const body = (file: string) => file.split('\r\n').slice(1, -1)

  test('has exactly the filtered entries, and a byte order mark on request', async () => {
    const { server, cookie } = await startWithPeople()
    const file = await download(server, cookie)
    expect(file.startsWith('"Form","Received","Time zone","Name","Email",')).toBe(true)
    expect(body(file)).toHaveLength(3)
    for (const query of ['q=harb', 'form=contact', 'status=new', 'view=spam', 'view=deleted', 'q=nobody']) {
      const { entries } = await listPeople(server, cookie, query)
      const lines = body(await download(server, cookie, query))
      expect(lines.map((line) => line.split('","')[3])).toEqual(entries.map(({ name }) => name))
    }
    expect(await download(server, cookie, 'bom=1')).toBe(`\ufeff${file}`)
  })

  test('has times in the site’s zone and in UTC, and labels for everything else', async () => {
    const { server, cookie } = await startWithPeople({ TIME_ZONE: 'America/New_York' })
    await server.query(`update contact_submissions set created_at = '2026-11-22T07:15:30.070Z'`)
    const [line = ''] = body(await download(server, cookie, 'form=contact'))
    const cells = line.slice(1, -1).split('","')
    expect(cells.slice(0, 3)).toEqual(['Contact form', '2026-11-22 02:15', 'Eastern Time'])
    expect(cells.at(-1)).toBe('2026-11-22T07:15:30.070Z')
    expect(cells).toContain('New')
  })

  test('has no formula, and every cell is complete', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    const hostile = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', ' =1', '＝1', '\u200b=1', 'a"b,\r\nc', 'plain']
    for (const message of hostile)
      await server.send('/api/training-waitlist', {
        json: { name: 'Ann', email: 'ann@example.org', message },
      })
    const file = await download(server, cookie)
    const cells = [...file.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g)].map(([, cell = '']) =>
      cell.replaceAll('""', '"'),
    )
    // Each row has 27 cells, and the message is the one with index 10.
    const messages = cells.filter((_, index) => index % 27 === 10).slice(1)
    expect(messages).toEqual(hostile.map((text) => (/b,|plain/.test(text) ? text : `'${text}`)).toReversed())
  })

  test('is complete with more entries than a batch', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    await server.query(
      `insert into training_waitlist (name, email, status) select 'p' || n, 'p' || n || '@example.org', case when n % 2 = 0 then 'new' else 'closed' end
       from generate_series(1, 2400) n`,
    )
    for (const [query, count] of [
      ['', 2400],
      ['status=new', 1200],
      ['q=example', 2400],
    ] as const) {
      const lines = body(await download(server, cookie, query))
      expect(new Set(lines).size, query).toBe(count)
    }
  })
})
