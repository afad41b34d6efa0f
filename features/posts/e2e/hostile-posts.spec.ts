import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { postPaths } from '../contract/post-paths.ts'
import { type Post, postMessages } from '../contract/posts.ts'

// The content security policy is off here, because it would hide mistakes of the sanitizer. A request to another host
// or for a missing image fails the test, too.
test.use({ bypassCSP: true })

const hostile = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(2)</script>',
  '<svg onload=alert(3)><animate onbegin=alert(4) attributeName=x dur=1s></svg>',
  '<a href="javascript:alert(5)">press</a> <a href=" java\tscript:alert(6)">press</a>',
  '<a href="data:text/html,<script>alert(7)</script>">press</a> <a href="//evil.example">press</a>',
  '<iframe srcdoc="<script>parent.alert(8)</script>"></iframe><object data="javascript:alert(9)"></object>',
  '<details open ontoggle=alert(10)>a</details><input autofocus onfocus=alert(11)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(12)&gt;">',
  '<p style="background:url(https://evil.example/a)">b</p><style>p{background:url(https://evil.example/b)}</style>',
  '<img src="/media/../x" srcset="https://evil.example/c 2x"><video poster="https://evil.example/d"></video>',
  '<noscript><p title="</noscript><img src=x onerror=alert(13)>"></noscript><template><img src=x onerror=alert(14)></template>',
  '<meta http-equiv=refresh content="0;url=https://evil.example"><base href="https://evil.example/">',
  '<p class="button-link"><a href="javascript:alert(15)">press</a></p>',
  '<p class="file-link"><a href="javascript:alert(16)//a.pdf" data-bytes="5">press</a></p>',
  '<figure class="video"><a href="javascript:alert(17)//youtu.be/dQw4w9WgXcQ">press</a></figure>',
  '<figure class="video"><iframe src="https://evil.example/e"></iframe><img src="https://evil.example/f"></figure>',
  '<table><tr><td colspan="100000" rowspan="100000" onclick="alert(18)">c</td></tr></table>',
  `${'<aside data-tone="&quot;><img src=x onerror=alert(19)>">'.repeat(30)}d${'</aside>'.repeat(30)}`,
].join('')

async function expectHarmless(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'press' })).toHaveCount(0)
  const handlers = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    ),
  )
  expect(handlers).toEqual([])
}

test('hostile HTML in a post or a page runs nothing, sent or pasted', async ({ page, server }) => {
  await emptyTables(server)
  const cookie = await signIn(page.context(), server)
  const ran: string[] = []
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    return dialog.dismiss()
  })
  const inField = '"><img src=x onerror=alert(20)><script>alert(21)</script>'
  const answer = await server.send('/api/blog', {
    cookie,
    json: {
      title: `Sent ${inField}`,
      content: `<p>Words.</p>${hostile}`,
      excerpt: inField,
      author: inField,
      tags: [inField],
      sourceUrl: 'https://example.org/"><script>alert(22)</script>',
      sourceName: inField,
      isPublished: true,
    },
  })
  expect(answer.status).toBe(201)
  const sent: Post = await answer.json()

  const about = await server.send('/api/blog', {
    cookie,
    json: {
      kind: 'page',
      title: `About ${inField}`,
      slug: 'about',
      content: `<p>Words.</p>${hostile}`,
      excerpt: inField,
      isPublished: true,
    },
  })
  expect(about.status).toBe(201)
  await page.goto(postPaths.adminOwnPages)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectHarmless(page)
  await page.goto(postPaths.adminOwnPage((await about.json()).id))
  await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('Words.')
  await expectHarmless(page)

  await page.goto(postPaths.adminPost(sent.id))
  const content = page.getByRole('textbox', { name: 'Content' })
  await expect(content).toContainText('Words.')
  await expectHarmless(page)
  await page.getByRole('button', { name: 'Version history' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^\d/ }).click()
  await expect(page.getByText('The two versions are identical.')).toBeVisible()

  await page.goto(paths.admin)
  await page.getByRole('textbox', { name: 'Title' }).fill('Pasted')
  await content.focus()
  await content.evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', `<p>Words.</p>${html}`)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, hostile)
  await expect(content).toContainText('Words.')
  await expectHarmless(page)
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Save Post' }).click()
  await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()

  await page.goto(paths.adminTab('manage'))
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectHarmless(page)
  for (const path of [
    ...[postPaths.post(sent.slug), postPaths.post('pasted'), postPaths.ownPage('about')],
    ...[postPaths.blog, postPaths.blogSearch('words'), paths.home],
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectHarmless(page)
  }
  expect(ran).toEqual([])
})
