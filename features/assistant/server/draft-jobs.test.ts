import { describe, expect, test } from 'vitest'
import { startAsking, usual } from '../testing/assistant.ts'

describe('a draft that a service writes by itself', () => {
  test('is kept as a draft by Admin on the topic least used', async () => {
    const { fake, server, ask } = await startAsking()
    const response = await ask('/api/blog/generate-ai-content')
    expect(response.status).toBe(201)
    const { status, posts } = await response.json()
    expect(status).toBe('completed')
    expect(posts).toMatchObject([
      { title: 'A post from a fake AI service', author: 'Admin', authorType: 'ai', isPublished: false },
    ])
    expect((await ask('/api/blog/generate-ai-content')).status).toBe(201)
    const topics = fake.received.map((body) => JSON.parse(JSON.parse(body).messages[1].content).topic)
    expect(topics).toEqual(['AI Strategy & Implementation', 'Cybersecurity for Small Organizations'])
    expect(await server.query('select is_published from blog_posts')).toEqual([
      { is_published: false },
      { is_published: false },
    ])
  })

  test('that takes long is asked for again, and only one is written at a time', async () => {
    const { fake, server, ask } = await startAsking({}, { ...usual, draftWait: 300 })
    fake.always = 'stalled'
    const cookie = await server.signIn()
    const response = await ask('/api/blog/generate-ai-content')
    expect(response.status).toBe(202)
    const { jobId } = await response.json()
    expect((await ask('/api/blog/generate-ai-content')).status).toBe(429)
    const job = async () => (await server.send(`/api/blog/generate-ai-content/${jobId}`, { cookie })).json()
    expect(await job()).toEqual({ status: 'running', jobId })
    fake.hangUp()
    await expect
      .poll(job)
      .toMatchObject({ status: 'failed', detail: expect.stringContaining('stopped in the middle') })
    fake.always = 'none'
    expect([201, 202]).toContain((await ask('/api/blog/generate-ai-content')).status)
    expect(
      (await server.send(`/api/blog/generate-ai-content/${crypto.randomUUID()}`, { cookie })).status,
    ).toBe(404)
    expect((await server.send(`/api/blog/generate-ai-content/${jobId}`)).status).toBe(401)
  })

  test('comes five times a day; one that fails is not counted', async () => {
    const { fake, ask } = await startAsking()
    fake.next = [500]
    const failed = await ask('/api/blog/generate-ai-content')
    expect(failed.status).toBe(502)
    for (let times = 0; times < 5; times++)
      expect((await ask('/api/blog/generate-ai-content')).status).toBe(201)
    const sixth = await ask('/api/blog/generate-ai-content')
    expect(sixth.status).toBe(429)
    // The wait is in seconds, and nearly a day (86,400) when five drafts were just written.
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect(fake.received).toHaveLength(6)
  })

  test('two clicks at once make one', async () => {
    const { ask } = await startAsking()
    const answers = await Promise.all([
      ask('/api/blog/generate-ai-content'),
      ask('/api/blog/generate-ai-content'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429])
  })
})
