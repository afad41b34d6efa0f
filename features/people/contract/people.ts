import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { pageQuery, rowId } from '../../../core/contract/paging.ts'
import { entryParams, nextStep, stepFilters, stepOwner } from './next-steps.ts'
import { planLimits, planTopics } from './plan.ts'

export const personKind = { name: 'person', label: 'People', order: 6 }

/** The forms that visitors can submit. */
export const entryForms = ['waitlist', 'contact'] as const
export type EntryForm = (typeof entryForms)[number]

/** Stages of the contact with a person. The keys 1 to 5 set these statuses, in this order. */
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

/** Views of the People page: people, entries that look automated, and deleted people. */
export const peopleViews = ['people', 'spam', 'deleted'] as const
export type PeopleView = (typeof peopleViews)[number]

/** Whether a person on the waitlist has answered the questions of "Help us plan" */
export const planStates = ['answered', 'missing'] as const
export const planStateLabels: Record<(typeof planStates)[number], string> = {
  answered: 'Answered',
  missing: 'Not answered',
}

export const peopleLimits = { tag: 50, tags: 20, note: 5000, search: 200 } as const

/** Counting the entries with the status New for Today stops here. */
export const maxNewEntries = 100

/** A next step, and an entry of its person */
export const personStep = z.object({ form: z.enum(entryForms), id: z.number(), step: z.number() })
export type PersonStep = z.infer<typeof personStep>

const peopleFilter = z.object({
  /** Search text: words or beginnings of words */
  q: z.optional(z.string().check(z.maxLength(peopleLimits.search))),
  form: z.optional(z.enum(entryForms)),
  status: z.optional(z.enum(entryStatuses)),
  tag: z.optional(z.string().check(z.maxLength(peopleLimits.tag))),
  /** Whether there is a next step with the person */
  step: z.optional(z.enum(stepFilters)),
  view: z._default(z.enum(peopleViews), 'people'),
  // The answers to "Help us plan". These filters find entries of the waitlist only.
  plan: z.optional(z.enum(planStates)),
  topic: z.optional(z.enum(planTopics)),
  /** "Springfield, IL", a city, a state, or the first three digits or more of a ZIP code */
  place: z.optional(z.string().check(z.maxLength(planLimits.place))),
})

export type PeopleFilter = z.infer<typeof peopleFilter>

const endsInRowId = (cursor: string) => rowId.safeParse(cursor.split('_').at(-1)).success

const peopleQuery = z.extend(peopleFilter, {
  limit: pageQuery.shape.limit,
  /** Time in microseconds, form, and id of the last row of the previous page: `1764800000000000_contact_12` */
  cursor: z.optional(
    z.string().check(z.regex(/^\d{1,17}_(waitlist|contact)_\d{1,10}$/), z.refine(endsInRowId)),
  ),
})
export type PeopleQuery = z.infer<typeof peopleQuery>

/** Query of the CSV file. `bom=1` adds a byte order mark, which Excel needs. */
export const exportQuery = z.extend(peopleFilter, { bom: z.optional(z.literal('1')) })

/** Identifies an entry: the form, and an id that is unique only within that form */
export type EntryKey = { form: EntryForm; id: number }

/** An entry of any form. Fields that the form does not have, or that were left blank, are empty. */
const entry = z.object({
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
  /** Path of the page where the person submitted the form; empty if unknown */
  source: z.string(),
  sourceName: z.string(),
  createdAt: z.string(),
  suspectedAt: z.nullable(z.string()),
  deletedAt: z.nullable(z.string()),
  /** Number of entries with the same email address, including this one */
  entriesOfPerson: z.number(),
  /** The open step with the person; null if there is none */
  nextStep: z.nullable(nextStep),
  /** Short answers to "Help us plan"; null if there are none. `place` may be empty. */
  planSummary: z.nullable(z.object({ place: z.string(), groupSize: z.nullable(z.number()) })),
})
export type Entry = z.infer<typeof entry>

const personNote = z.object({
  id: z.number(),
  text: z.string(),
  writtenBy: z.string(),
  createdAt: z.string(),
})
export type PersonNote = z.infer<typeof personNote>

const personEvent = z.object({
  at: z.string(),
  kind: z.string(),
  /** A sentence that says what happened */
  text: z.string(),
  /** The consent text that the person saw and agreed to. */
  consent: z.nullable(z.string()),
  /** The submitted entry, if the event is one */
  entry: z.nullable(z.object({ form: z.enum(entryForms), id: z.number() })),
  /** Id of the email in the Outbox, if everyone who sees the person may read it */
  mail: z.nullable(z.number()),
})
export type PersonEvent = z.infer<typeof personEvent>

/** An entry, and everything about the person who wrote it, found by their email address. */
const person = z.object({
  entry,
  /** Newest first. */
  events: z.array(personEvent),
  notes: z.array(personNote),
  /** The users who can do the next step */
  stepOwners: z.array(stepOwner),
  /** For a deleted person: the day on which the data will be deleted permanently */
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

/** The fields to change; missing fields stay the same */
const entryChange = z.strictObject({
  status: z.optional(z.enum(entryStatuses)),
  tags: z.optional(
    z.array(tag).check(z.maxLength(peopleLimits.tags, `Use up to ${peopleLimits.tags} tags.`)),
  ),
  /** True moves the entry to Spam, false moves it back. */
  suspect: z.optional(z.boolean()),
})
export type EntryChange = z.infer<typeof entryChange>

/** Tags without duplicates, in their original order. */
export function cleanEntryTags(tags: string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]
}

export const entryList = endpoint('GET', '/api/people', {
  summary: 'List everyone who contacted you, newest first',
  description: 'Waitlist and contact form together. `q` holds words or beginnings of words.',
  query: peopleQuery,
  response: z.array(entry),
})

export const personRead = endpoint('GET', '/api/people/:form/:id', {
  summary: 'Read an entry and everything about the person who wrote it',
  params: entryParams,
  response: person,
})

export const entryUpdate = endpoint('PATCH', '/api/people/:form/:id', {
  summary: 'Change an entry’s status or tags, or move it to Spam or back',
  params: entryParams,
  body: entryChange,
  response: entry,
})

export const personDelete = endpoint('DELETE', '/api/people/:form/:id', {
  summary: 'Delete the person who wrote an entry',
  description:
    'Removed from every list now and permanently deleted within 30 days. Until then, they can be restored.',
  params: entryParams,
})

export const personRestore = endpoint('POST', '/api/people/:form/:id/restore', {
  summary: 'Restore a deleted person',
  params: entryParams,
})

export const noteCreate = endpoint('POST', '/api/people/:form/:id/notes', {
  summary: 'Write a note about the person who wrote an entry',
  params: entryParams,
  body: z.strictObject({
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Write a note first.'),
        z.maxLength(peopleLimits.note, `A note can have up to ${peopleLimits.note} characters.`),
      ),
  }),
  response: { 201: personNote },
})

export const noteDelete = rowEndpoint('DELETE', '/api/people/notes/:id', {
  summary: 'Delete a note',
})
