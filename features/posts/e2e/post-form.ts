import type { Page } from '@playwright/test'
import { expect } from '../../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import type { Post } from '../contract/posts.ts'

export const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
export const content = (page: Page) => page.getByRole('textbox', { name: 'Content' })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The visible line that says whether the text is saved. Another one is for screen readers. */
export const saveState = (page: Page, words: string | RegExp) =>
  page.getByRole('main').getByText(words).first()

export async function addPost(server: TestServer, post: object): Promise<Post> {
  const response = await server.send('/api/blog', {
    cookie: await server.signIn(),
    json: { title: 'A post', content: '<p>Some words.</p>', ...post },
  })
  expect(response.status).toBeLessThan(300)
  return response.json()
}

export async function readPost(server: TestServer, id: number): Promise<Post> {
  return (await server.send(`/api/blog/${id}`, { cookie: await server.signIn() })).json()
}

export async function listPosts(server: TestServer): Promise<Post[]> {
  return (await server.send('/api/blog', { cookie: await server.signIn() })).json()
}
