import type { Entry } from '../../contracts/people.ts'
import { findPlaceholders, type Site } from '../../contracts/site.ts'

/** The input of an AI service for drafting a letter, without the person's name, address, and organization */
export type DraftMaterial = { message: string; answers: string; office: string; aim: string }

export function collectMaterial(entry: Entry, site: Site, aim: string): DraftMaterial {
  const { services } = site.content
  const answers = [
    entry.form === 'waitlist' ? 'Joined the waitlist for on-site training' : 'Used the contact form',
    entry.services.length > 0 && `Wants: ${entry.services.join(', ')}`,
    entry.industry && `Work: ${entry.industry}`,
    entry.timeline && `Wants to start: ${entry.timeline}`,
  ]
  const office = [
    `Name: ${site.name}`,
    ...services.list.map(({ name, promise, offers }) => `${name}: ${promise} ${offers.join(', ')}`.trim()),
    !findPlaceholders(site).includes('bookingUrl') && `Free consultation: ${site.bookingUrl}`,
  ]
  return { message: entry.message, answers: lines(answers), office: lines(office), aim }
}

const lines = (items: (string | false)[]) => items.filter((item) => item !== false && item !== '').join('\n')
