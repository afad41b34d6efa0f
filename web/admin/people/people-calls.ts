import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { paths } from '../../../contracts/paths.ts'
import {
  type Entry,
  type EntryChange,
  type EntryKey,
  entry,
  type Person,
  type PersonNote,
  person,
  personNote,
} from '../../../contracts/people.ts'
import { callApi } from '../../api.ts'
import type { ListPage } from '../api.ts'

/** Where lists of people are kept by TanStack Query: their key begins with this. */
export const peopleListKey = paths.api.people

export const personKey = ({ form, id }: EntryKey) => [paths.api.entry(form, id)]

export async function loadPerson({ form, id }: EntryKey): Promise<Person> {
  return z.parse(person, await callApi('GET', paths.api.entry(form, id)))
}

export async function changeEntry({ form, id }: EntryKey, change: EntryChange): Promise<Entry> {
  return z.parse(entry, await callApi('PATCH', paths.api.entry(form, id), change))
}

export async function deletePerson({ form, id }: EntryKey): Promise<void> {
  await callApi('DELETE', paths.api.entry(form, id))
}

export async function restorePerson({ form, id }: EntryKey): Promise<void> {
  await callApi('POST', paths.api.restorePerson(form, id))
}

export async function addNote({ form, id }: EntryKey, text: string): Promise<PersonNote> {
  return z.parse(personNote, await callApi('POST', paths.api.personNotes(form, id), { text }))
}

export async function deleteNote(id: number): Promise<void> {
  await callApi('DELETE', paths.api.personNote(id))
}

/** Puts a changed entry into every list and person that is shown; the rows stay where they are. */
export function showChanged(queries: QueryClient, changed: Entry): void {
  queries.setQueriesData<InfiniteData<ListPage<Entry>>>(
    { queryKey: [peopleListKey] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) => (isSame(row, changed) ? changed : row)),
        })),
      },
  )
  queries.setQueryData<Person>(personKey(changed), (data) => data && { ...data, entry: changed })
}

export const isSame = (one: EntryKey, other: EntryKey | undefined) =>
  one.form === other?.form && one.id === other.id
