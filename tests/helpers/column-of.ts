import type { TestServer } from './launch-server.ts'

/** Values of the only column of a query, in the order of its rows */
export async function columnOf<Value>(
  { query }: Pick<TestServer, 'query'>,
  text: string,
  values?: unknown[],
): Promise<Value[]> {
  return (await query<Record<string, Value>>(text, values)).flatMap((row) => Object.values(row))
}
