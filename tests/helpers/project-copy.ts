import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../bin/prepare.js'

/** A copy of the built project that a test may change */
export type ProjectCopy = {
  folder: string
  /** Replaces text in a file, which must be there. The name of a built file may leave out its hash: `islands-*.js`. */
  replace(file: string, from: string | RegExp, to: string): void
  append(file: string, text: string): void
  remove(file: string): void
  addMigration(sql: string): void
}

const folders = ['app', 'bin', 'core', 'dist', 'features', 'tools']
const files = ['package.json', 'package-lock.json', 'vite.config.ts', 'vite.server.config.ts']

/** Copies the project into a folder. Packages are shared. */
export async function copyProject(folder: string): Promise<ProjectCopy> {
  await mkdir(folder, { recursive: true })
  for (const name of [...folders, ...files])
    await cp(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  function find(file: string): string {
    const parts = file.split('/')
    const [prefix, ending = ''] = (parts.pop() ?? '').split('*')
    const names = readdirSync(join(folder, ...parts)).filter((name) =>
      file.includes('*') ? name.startsWith(prefix ?? '') && name.endsWith(ending) : name === prefix,
    )
    if (!names[0]) throw new Error(`there is no ${file}`)
    return join(folder, ...parts, names[0])
  }

  function edit(file: string, change: (text: string) => string) {
    const path = find(file)
    const before = readFileSync(path, 'utf8')
    const after = change(before)
    if (after === before) throw new Error(`${file} has not changed`)
    writeFileSync(path, after)
    // The server prefers the compressed file.
    for (const ending of ['.br', '.gz']) rmSync(path + ending, { force: true })
  }

  return {
    folder,
    replace: (file, from, to) => edit(file, (text) => text.replace(from, () => to)),
    append: (file, text) => edit(file, (before) => before + text),
    remove(file) {
      const path = find(file)
      for (const ending of ['', '.br', '.gz']) rmSync(path + ending, { force: true })
    },
    addMigration(sql) {
      const migrations = join(folder, 'core/server/db/migrations')
      const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8'))
      const last = journal.entries.at(-1)
      journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag: '9999_next' })
      writeFileSync(join(migrations, '9999_next.sql'), sql)
      writeFileSync(join(migrations, 'meta/_journal.json'), JSON.stringify(journal))
    },
  }
}
