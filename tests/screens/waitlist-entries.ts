import { joinWaitlist } from '../../features/people/server/waitlist.ts'
import type { TestServer } from '../helpers/launch-server.ts'

const entries = [
  {
    name: 'Maya Okafor',
    email: 'maya@harborfoodbank.example',
    phone: '555 0142',
    company: 'Harbor Food Bank',
    message:
      'We are a team of twelve, mostly volunteers. Half of us have never used an AI tool, the other half use it in secret. A half-day in May would be wonderful.',
  },
  { name: 'Tom Lindqvist', email: 'tom@example.org', phone: '', company: '', message: '' },
  {
    name: 'Priya Raman',
    email: 'priya.raman@a-rather-long-company-name-in-logistics.example',
    phone: '+1 (555) 010-9988',
    company: 'A Rather Long Company Name in Logistics, Incorporated',
    message: 'Please call before noon.\n\nWe have three sites.',
  },
]

/** Adds people to the waitlist at fixed times, so that each run gives the same screenshots. */
export async function fillWaitlist({ instance, query }: TestServer): Promise<void> {
  for (const entry of entries)
    await joinWaitlist(instance.db, entry, { ip: '127.0.0.1', honeypot: '', source: undefined })
  await query(
    `update training_waitlist set created_at = timestamptz '2026-03-02 14:05Z' + id * interval '7 hours'`,
  )
}
