import { eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { users } from '../../accounts/schema/accounts.ts'
import type { Editor } from '../../posts/server/writing/editor.ts'
import { siteImports } from '../schema.ts'
import type { ImportFiles } from './import-files.ts'
import type { ImportRun } from './import-run.ts'
import type { ImportRow } from './site-imports.ts'
import { SourceError } from './sources/source.ts'

/** Number of pictures whose place in our media a run remembers, so that it reads each file once */
const rememberedPictures = 10_000

type Deps = Pick<ImportRun, 'db' | 'media' | 'signal' | 'publicUrl'>

export async function openImport(deps: Deps, row: ImportRow, files: ImportFiles): Promise<ImportRun> {
  // Loaded on demand, because the packages that read these files are needed only now and then.
  const { openSourceApart } = await import('./sources/open-source-apart.ts')
  const source = await openSourceApart({ ...files, oldAddress: row.options.oldAddress }, deps.signal)
  if (row.format === 'everyday-ai' && row.startedAt !== null && row.position > 0) {
    await source.close()
    throw new SourceError(
      'Exports of this software are imported as Markdown now, so this import can’t go on. Undo it, and upload the file again for its posts and pages.',
    )
  }
  await deps.db
    .update(siteImports)
    .set({ format: source.format, siteUrl: source.siteUrl ?? null })
    .where(eq(siteImports.id, row.id))
  return {
    ...deps,
    importId: row.id,
    options: row.options,
    editor: await findEditor(deps.db, row),
    source,
    pictures: new LRUCache({ max: rememberedPictures }),
    outdated: new Set(),
  }
}

const noUser: Editor = { id: 0, username: 'Import', role: 'owner' }

/** The user who started the import. Imports of a command, and of users who are gone, have none. */
export async function findEditor(db: Queryable, { startedBy }: ImportRow): Promise<Editor> {
  const [user] = await db
    .select({ id: users.id, username: users.username, role: users.role })
    .from(users)
    .where(eq(users.id, startedBy ?? noUser.id))
  return user ?? noUser
}
