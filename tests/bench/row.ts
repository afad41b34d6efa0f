/** One line of the printed table. `ok` is undefined for a figure without a bar (a limit). */
export type Row = { what: string; measured: string; bar: string; ok: boolean | undefined }

export type Bench = {
  /** Matched by `--only` */
  name: string
  measure: (given: Given) => Promise<Row[]>
}

export type Given = {
  /** Creates a migrated database and returns its connection string. The first call starts Postgres for all benches. */
  databaseUrl: () => Promise<string>
}

export function printTable(rows: Row[]): void {
  const lines = [
    ['what', 'measured', 'bar', ''],
    ...rows.map((row) => [row.what, row.measured, row.bar, verdict(row)]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const [head = '', ...body] = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const rule = '-'.repeat(Math.max(...body.map((line) => line.length)))
  process.stdout.write(`\n${[head, rule, ...body].join('\n')}\n`)
}

function verdict({ ok }: Row): string {
  if (ok === undefined) return ''
  return ok ? 'ok' : 'NOT MET'
}
