import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { importPartBytes } from '../contract/imports.ts'

const file = (name: string) => JSON.stringify([{ name, bytes: importPartBytes + 1, folder: 'ab'.repeat(16) }])

/** Adds imports in every state that the list shows, and notes. `state` is that of the newest one. */
export async function addImports(server: TestServer, state: string): Promise<void> {
  const counts = {
    posts: 1204,
    pages: 12,
    drafts: 31,
    pictures: 880,
    redirects: 2400,
    missingPictures: 7,
    notes: 9,
  }
  await server.query(
    `insert into site_imports (state, origin, files, format, counts, started_by, started_at, finished_at, problem) values
      ('finished', 'upload', $1, 'wordpress', $2, 1, now(), now(), null),
      ('undone', 'command', $3, 'ghost', '{"posts": 3, "kept": 1}', null, now(), now(), null),
      ('failed', 'upload', $1, 'markdown', '{"posts": 40}', 1, now(), null, 'The uploaded files are no longer here. Upload them again.')`,
    [
      file('a-site-with-a-rather-long-name-of-one-word-and-more.WordPress.2026-11-01.xml'),
      counts,
      file('old.json'),
    ],
  )
  await server.query(
    `insert into site_imports (state, origin, files, format, site_url, position, entries, checked, counts, started_at)
     values ($1, $5, $2, 'wordpress', 'https://old.example', 320, 1247, $3, $4, case when $1 = 'importing' then now() end)`,
    // No job works on an import of a command.
    [
      state,
      file('old-site.xml'),
      counts,
      { posts: 301, pictures: 220 },
      state === 'importing' ? 'command' : 'upload',
    ],
  )
  await server.query(
    `insert into import_notes (import_id, phase, about, detail)
     select id, phase, 'https://old.example/wp-content/uploads/2019/05/a-boat-on-the-lake-at-sunset-1024x768.jpg',
       'In “A day at the lake”: Its file is not in the upload. A link to the old address will take its place.'
     from site_imports, unnest(array['check', 'import', 'undo']) as phase`,
  )
}
