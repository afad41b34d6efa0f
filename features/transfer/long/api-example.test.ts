import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missing, readScripts, runScript } from '../../../tests/helpers/run-script.ts'
import { startSignedIn } from '../../../tests/helpers/test-server.ts'
import { createApiToken } from '../../accounts/testing/api-token.ts'
import { importPartBytes } from '../contract/imports.ts'
import { makeFolder } from '../testing/read-source.ts'
import { writeWordpressExport } from '../testing/wordpress-export.ts'
import { writeZip } from '../testing/zip.ts'

test.skipIf(missing.length > 0).each(['one request', 'parts'])(
  'the script in features/transfer/office.md uploads in %s, checks, and imports',
  async (way) => {
    const { server, cookie } = await startSignedIn({ jobPause: 0.5 })
    const { headers } = await createApiToken(server, cookie, ['import-site'])
    const [settings = '', inOneRequest = '', inParts = '', steps = ''] = readScripts(
      'features/transfer/office.md',
    ).slice(-4)
    const folder = makeFolder()
    // Two parts
    const filler = `<!-- ${'x'.repeat(way === 'parts' ? importPartBytes : 1)} -->`
    const posts = [{ id: 1, slug: 'hello', title: 'Hello', content: `${filler}<p>Words</p>` }]
    await writeWordpressExport(join(folder, 'export.xml'), { posts })
    await writeZip(join(folder, 'pictures of Ann.zip'), [{ path: 'readme.txt', content: 'No pictures' }])
    const values = {
      SITE: server.url,
      TOKEN: headers.authorization.replace('Bearer ', ''),
      UPLOADS: '"pictures of Ann.zip"',
    }
    const said = await runScript(
      `${settings}\n${way === 'parts' ? inParts : inOneRequest}\n${steps}`,
      values,
      folder,
    )
    expect(said).toContain('"state": "checked"')
    expect(said).toContain('"state": "finished"')
    expect(await server.query('select slug, is_published from blog_posts')).toEqual([
      { slug: 'hello', is_published: false },
    ])
    expect(readFileSync(join(folder, 'notes.csv'), 'utf8')).toContain('"About","Note"')
  },
  60_000,
)

test.skipIf(missing.length > 0)(
  'the script in features/transfer/office-export.md downloads an export, and stops at the first failure',
  async () => {
    const { server, cookie } = await startSignedIn({ jobPause: 0.5 })
    const [script = ''] = readScripts('features/transfer/office-export.md')
    const folder = makeFolder()
    const run = async (scope: 'export-site' | 'read-posts') => {
      const { headers } = await createApiToken(server, cookie, [scope])
      const TOKEN = headers.authorization.replace('Bearer ', '')
      return runScript(script, { SITE: server.url, TOKEN }, folder)
    }
    // One message of curl, because nothing comes after the refused request.
    await expect(run('read-posts')).rejects.toMatchObject({
      code: 22,
      stderr: expect.stringMatching(/^curl: \(22\)[^\n]*\n$/),
    })
    expect(existsSync(join(folder, 'site.zip'))).toBe(false)
    expect(await run('export-site')).toContain('"state": "finished"')
    expect(readFileSync(join(folder, 'site.zip')).toString('latin1', 0, 2)).toBe('PK')
  },
  60_000,
)
