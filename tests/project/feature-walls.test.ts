import { expect, test } from 'vitest'
import { files, imports, isTest, source } from '../helpers/import-graph.ts'

/** Who may import whom: each owner the ones before it. Nothing imports `app`, and `core` knows no feature. */
const order = [
  ...['core', 'accounts', 'media', 'posts', 'site', 'assistant', 'guests', 'people', 'privacy'],
  ...['calendar', 'newsletter', 'trainings', 'insights', 'connections', 'backups', 'transfer', 'app'],
]

/** Features that could be taken away: only the app's lists name them, and the commands of their own. */
const removable = ['newsletter', 'trainings', 'transfer']
const lists = /^((server|web\/admin)\/features|server\/cli\/(ex|im)port-)/

/** What a file belongs to, by the first pattern that fits its path */
const owners: [owner: string, path: RegExp][] = [
  // The type of all manifests names what every feature may add.
  ['manifest', /^server\/(feature|insights-part|today-section|calendar-event|site-page)\.ts/],
  ['app', /^web\/site\/illustrations\/app-mark/],
  ['site', /^contracts\/look\/preview-style/],
  ['core', /^contracts\/(look\/|site-content\/fields|calendar-days)/],
  ['core', /^contracts\/(unread-counts|today|get-started|session\b)/],
  ['core', /^web\/editing\/(record|local-copy|save-state|comparison)/],
  ['core', /^web\/site\/(logo|back-home|illustrations|booking-link|counted-link)/],
  ['core', /^web\/admin\/settings\/(settings-form|settings-tab|for-server|format-size)/],
  ['core', /^web\/admin\/invites\/link-to-copy/],
  ['core', /^server\/http\/guards\/session/],
  ['core', /^web\/(admin\/current-user|editing\/outside-form|site\/organization-data)/],
  ['core', /^content\/(legal\/retention|brand|back-links)|^web\/admin-simple\/(copy|form|list|use)-/],
  ['accounts', /^server\/(accounts|db\/schema\/(accounts|second-factor|api-tokens))/],
  ['accounts', /^contracts\/(account\b|api-tokens|passkeys|password|second-factor|team|zxcvbn)/],
  ['accounts', /^web\/(accounts\/|emails\/account|admin\/(confirm-dialog|sign-in-dialog))/],
  ['accounts', /^web\/admin\/settings\/(team|security|tokens|new-token|account)/],
  ['guests', /^web\/admin-simple\/(authors-tab|revoke-dialog|send-invite)/],
  ['media', /^(server|web\/admin|web\/editing)\/(media|files|pictures)\/|^server\/db\/schema\/(media|files)/],
  ['media', /^contracts\/(media|files)\b/],
  ['site', /^server\/site\/(feeds|renderer|site-files|xml)/],
  ['privacy', /^server\/(privacy\/|db\/schema\/privacy)/],
  ['privacy', /^web\/site\/(your-data|opened)|^content\/(your-data|legal\/backups)/],
  ['app', /^server\/(site|cli|admin|today|metrics|worker)\//],
  ['app', /^server\/(main|create-server|app|features|feature-deps|sweep-rehearsals)\.ts/],
  ['app', /^web\/(api-docs|home|admin-simple|build)\//],
  ['app', /^web\/(features|islands|render|emails\/render-mail|dev-client|count-clicks)\./],
  ['app', /^web\/site\/(legal|apps|app-button|placeholder|site-|next-links|problem)/],
  ['app', /^web\/blog\/gone/],
  ['app', /^contracts\/admin-screens/],
  ['posts', /^server\/posts\/|^server\/db\/schema\/posts|^web\/(blog|editing)\/|^web\/block-html/],
  ['posts', /^contracts\/(posts?\b|post-|disclosure|preview-links|revisions|link-address|samples)/],
  ['posts', /^content\/(blog|disclosure)/],
  ['app', /^web\/admin\/posts-screen|^web\/admin\/own-pages\//],
  ['posts', /^web\/admin\/posts\//],
  ['site', /^server\/(site-content|look|settings|visits)\/|^server\/db\/schema\/(site-content|visits)/],
  ['site', /^contracts\/(about|site-content|topics|clicks)|^web\/admin\/site\//],
  ['site', /^content\/(look|home|services|apps|insights|legal)/],
  ['assistant', /^server\/(assistant|db\/schema\/assistant)|^web\/admin\/(assistant|dictation)\//],
  ['assistant', /^contracts\/(assistant|ai-settings|privacy-guard)/],
  ['guests', /^server\/(invites|db\/schema\/invites)|^web\/(write\/|invite-|admin\/(invites|review)\/)/],
  ['guests', /^contracts\/(invites|writing-room|reviews)|^content\/guests|^web\/emails\/guest/],
  ['people', /^server\/(entries|letters|db\/schema\/(entries|plan|letters))|^web\/admin\/people\//],
  ['people', /^contracts\/(people|entry-form|contact|waitlist|plan\.|next-steps|letter)/],
  ['people', /^web\/emails\/(letter|people)/],
  ['people', /^web\/site\/(entry-|use-entry|waitlist|plan|contact|form-page)/],
  ['people', /^content\/(letter|contact|waitlist|plan)/],
  ['newsletter', /^server\/(newsletter|db\/schema\/newsletter)/],
  ['newsletter', /^web\/(admin\/|emails\/)?newsletter|^(contracts|content)\/newsletter/],
  ['calendar', /^server\/(calendar|db\/schema\/calendar)|^web\/admin\/calendar\/|^contracts\/calendar/],
  ['trainings', /^server\/(trainings|db\/schema\/trainings)/],
  ['trainings', /^web\/(admin\/)?trainings\/|^web\/emails\/training/],
  ['trainings', /^contracts\/(offer|planner|training)|^content\/(training|offer)/],
  ['insights', /^server\/insights\/|^contracts\/insights|^web\/admin\/insights\//],
  ['connections', /^server\/(connections|db\/schema\/connections)/],
  ['connections', /^contracts\/connections|^web\/admin\/settings\/connections/],
  ['backups', /^server\/backups\/|^contracts\/backups/],
  ['transfer', /^server\/(transfer|db\/schema\/transfer)|^contracts\/(imports|site-export)/],
  ['transfer', /^web\/admin\/settings\/(import\/|export-tab)/],
  ['app', /^web\/admin\/(today|get-started|settings)\//],
  ['app', /^web\/admin\/(admin-app|main|menu|shell|shortcuts|posts-screen|routes|features)/],
  ['core', /./],
]

const ownerOf = (file: string) => owners.find(([, path]) => path.test(file))?.[0] ?? ''
const isLower = (owner: string, than: string) => order.indexOf(owner) < order.indexOf(than)

const crossings = imports
  .filter(({ from, to }) => !isTest(from) && ownerOf(from) !== 'manifest' && ownerOf(to) !== 'manifest')
  .map(({ from, to }) => ({ from, to, owner: ownerOf(from), of: ownerOf(to) }))
  .filter(({ owner, of }) => owner !== of)

test('a feature imports only those before it', () => {
  expect(crossings.length).toBeGreaterThan(1000)
  const broken = crossings
    .filter(({ from, owner, of }) => isLower(owner, of) || (removable.includes(of) && !lists.test(from)))
    .map(({ from, to }) => `${from} imports ${to}`)
  expect(broken).toEqual([])
})

const tables = files.flatMap((file) => {
  const found = source(file).matchAll(/(\w+) = pgTable\(\s*'(\w+)'/g)
  return [...found].map(([, constant, name]) => ({ owner: ownerOf(file), constant, name }))
})

test('only its owner writes a table, and no SQL names one of a later or a removable feature', () => {
  expect(tables.length).toBeGreaterThan(60)
  const found = files
    .filter((file) => file.startsWith('server/') && !isTest(file))
    .flatMap((file) => {
      const from = ownerOf(file)
      const code = source(file).replaceAll(/^ *(\/\/|\/?\*).*/gm, '')
      const has = (pattern: string) => new RegExp(pattern).test(code)
      return tables.flatMap(({ owner, constant, name }) => {
        if (owner === from) return []
        const table = String.raw`(only )?(public\.)?(${name}\b|\$\{${constant}\})`
        const writing = String.raw`(insert into|update|delete from) ${table}|\.(insert|update|delete)\(${constant}\)`
        if (has(writing)) return `${file} writes ${name}`
        const isHidden = isLower(from, owner) || removable.includes(owner)
        return isHidden && has(String.raw`\b(from|join|using) ${table}`) ? `${file} reads ${name}` : []
      })
    })
  expect(found).toEqual([])
})

test('every owner has files, and every pattern is needed', () => {
  const found = new Set(files.map(ownerOf))
  expect(order.filter((owner) => !found.has(owner))).toEqual([])
  const used = new Set(files.map((file) => owners.find(([, path]) => path.test(file))))
  expect(owners.filter((one) => !used.has(one))).toEqual([])
})
