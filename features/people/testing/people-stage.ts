import type { Page } from '@playwright/test'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'

/** Adds Carl, Bea, and Ann, newest first. Ann also sent the contact form. One more entry is from a bot. */
export async function fill(server: TestServer): Promise<void> {
  for (const [name, rest] of [
    ['Ann', { message: 'Grants for our food bank' }],
    ['Bea', { company: 'Harbor' }],
    ['Carl', {}],
    ['Bot', { website: 'x', phone: '+1 555 0100 ext. 7' }],
  ] as const)
    await server.send('/api/training-waitlist', {
      json: { name, email: `${name.toLowerCase()}@example.org`, ...rest },
    })
}

export const rows = (page: Page) => page.getByRole('tabpanel').getByRole('article')
