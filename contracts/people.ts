import * as z from 'zod/mini'
import { pageQuery, rowId } from './paging.ts'

/** The forms by which people write to us. */
export const entryForms = ['waitlist', 'contact'] as const
export type EntryForm = (typeof entryForms)[number]

/** How far we are with somebody, in the order of the keys 1 to 5. */
export const entryStatuses = ['new', 'contacted', 'offered', 'booked', 'closed'] as const
export type EntryStatus = (typeof entryStatuses)[number]

export const formLabels: Record<EntryForm, string> = { waitlist: 'Waitlist', contact: 'Contact form' }

export const statusLabels: Record<EntryStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  offered: 'Offered',
  booked: 'Booked',
  closed: 'Closed',
}

/** What the People page shows: the people, what looked like a machine, or what was deleted. */
export const peopleViews = ['people', 'spam', 'deleted'] as const
export type PeopleView = (typeof peopleViews)[number]

export const peopleLimits = { tag: 50, tags: 20, note: 5000, search: 200 } as const

const filter = {
  q: z.optional(z.string().check(z.maxLength(peopleLimits.search))),
  form: z.optional(z.enum(entryForms)),
  status: z.optional(z.enum(entryStatuses)),
  tag: z.optional(z.string().check(z.maxLength(peopleLimits.tag))),
  view: z._default(z.enum(peopleViews), 'people'),
}

/** What is wanted of the entries; `q` are words or their beginnings. */
export const peopleFilter = z.object(filter)
export type PeopleFilter = z.infer<typeof peopleFilter>

const endsInRowId = (cursor: string) => rowId.safeParse(cursor.split('_').at(-1)).success

/** `GET /api/people`: the filter and the page; the cursor is `micros_form_id` of the last row before. */
export const peopleQuery = z.object({
  ...filter,
  limit: pageQuery.shape.limit,
  cursor: z.optional(
    z.string().check(z.regex(/^\d{1,17}_(waitlist|contact)_\d{1,10}$/), z.refine(endsInRowId)),
  ),
})
export type PeopleQuery = z.infer<typeof peopleQuery>

/** `GET /api/people/export.csv`: the filter, and whether the file begins with a byte order mark (for Excel). */
export const exportQuery = z.object({ ...filter, bom: z.optional(z.literal('1')) })

/** Which entry: its form and its number in that form. */
export type EntryKey = { form: EntryForm; id: number }

/** An entry of any form; what a form does not ask for, or nobody filled in, is an empty text. */
export const entry = z.object({
  form: z.enum(entryForms),
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  message: z.string(),
  industry: z.string(),
  services: z.array(z.string()),
  timeline: z.string(),
  status: z.enum(entryStatuses),
  tags: z.array(z.string()),
  /** Path of the page with the form, where it is known. */
  source: z.string(),
  /** What that page is called. */
  sourceName: z.string(),
  createdAt: z.string(),
  suspectedAt: z.nullable(z.string()),
  deletedAt: z.nullable(z.string()),
  /** Entries of the same address, this one included. */
  entriesOfPerson: z.number(),
})
export type Entry = z.infer<typeof entry>

export const personNote = z.object({
  id: z.number(),
  text: z.string(),
  writtenBy: z.string(),
  createdAt: z.string(),
})
export type PersonNote = z.infer<typeof personNote>

/** One thing that happened between a person and us, newest first. */
export const personEvent = z.object({
  at: z.string(),
  kind: z.enum(['waitlist', 'contact', 'newsletter', 'invite', 'mail']),
  /** A sentence. */
  text: z.string(),
  /** What the person agreed to, in the words that they saw. */
  consent: z.nullable(z.string()),
  /** The entry that it is, where it is one. */
  entry: z.nullable(z.object({ form: z.enum(entryForms), id: z.number() })),
})
export type PersonEvent = z.infer<typeof personEvent>

/** `GET /api/people/{form}/{id}`: an entry, and everything about the person who wrote it, by their address. */
export const person = z.object({
  entry,
  events: z.array(personEvent),
  notes: z.array(personNote),
  /** Set where the entry is deleted: everything from before that goes for good then. */
  goneOn: z.nullable(z.string()),
})
export type Person = z.infer<typeof person>

const tag = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(peopleLimits.tag, `A tag can have up to ${peopleLimits.tag} characters.`),
  )

/** `PATCH /api/people/{form}/{id}`: only what is to change. `suspect`: into Spam, or back. */
export const entryChange = z.strictObject({
  status: z.optional(z.enum(entryStatuses)),
  tags: z.optional(
    z.array(tag).check(z.maxLength(peopleLimits.tags, `Use up to ${peopleLimits.tags} tags.`)),
  ),
  suspect: z.optional(z.boolean()),
})
export type EntryChange = z.infer<typeof entryChange>

export const noteRequest = z.strictObject({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Write a note first.'),
      z.maxLength(peopleLimits.note, `A note can have up to ${peopleLimits.note} characters.`),
    ),
})

/** Tags without doubles, in the order in which they came. */
export function cleanEntryTags(tags: string[]): string[] {
  return [...new Set(tags.map((one) => one.trim()).filter((one) => one !== ''))]
}
