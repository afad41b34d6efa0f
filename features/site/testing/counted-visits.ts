import type { TestServer } from '../../../tests/helpers/launch-server.ts'

/** User agent of a browser, because visits of bots are not counted */
export const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** The visits that were left out, by kind */
export async function readLeftOut(server: TestServer): Promise<Record<string, number>> {
  await server.instance.tally.flush()
  const found = await server.query<{ what: string; count: number }>('select what, count from left_out')
  return Object.fromEntries(found.map(({ what, count }) => [what, count]))
}
