import { expect } from 'vitest'
import type { TestServer } from '../../../tests/helpers/test-server.ts'
import type { Entry } from '../contract/people.ts'

/** Adds two people to the waitlist, one of whom also sends the contact form, and one bot. */
export async function fillPeople(server: TestServer): Promise<void> {
  const join = (json: object) => server.send('/api/training-waitlist', { json })
  await join({ name: 'Ann Example', email: 'ann@example.org', phone: '+1 (555) 010-99', message: 'Grants' })
  await join({
    name: 'Tom Lindqvist',
    email: 'tom@harbor.example',
    company: 'Harbor of Bj\u00f6rn and Jose\u0301',
  })
  await join({ name: 'Bot', email: 'bot@spam.example', website: 'x' })
  const json = { name: 'Ann E.', company: 'Shop', email: 'ANN@example.org', services: ['AI training'] }
  await server.send('/api/contact', { json })
}

export async function listPeople(server: TestServer, cookie: string, query = '') {
  const response = await server.send(`/api/people?${query}`, { cookie })
  expect(response.status, query).toBe(200)
  return { entries: (await response.json()) as Entry[], headers: response.headers }
}
