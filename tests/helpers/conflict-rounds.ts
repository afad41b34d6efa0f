import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, vi } from 'vitest'
import { organizationRead, organizationUpdate } from '../../core/contract/organization.ts'
import { call } from '../../core/web/api.ts'
import { FormEdit, type Send } from '../../core/web/editing/record/form-edit.ts'
import type { EditedRecord } from '../../core/web/editing/record/record-edit.ts'
import { sectionRead, sectionSave } from '../../features/site/contract/site-content/section-api.ts'
import { sections } from '../../features/site/testing/site-sections.ts'
import { sectionRecord } from '../../features/site/web/admin/section-record.ts'
import { loadTesting } from './feature-testing.ts'
import { createRandom } from './random.ts'
import type { TestServer } from './test-server.ts'
import { createAddresses } from './visitor-addresses.ts'

const params = { section: 'stats' }

type Values = Record<string, unknown>

/** A record that two users edit at once, by the code of its form */
export type Form = {
  /** Opens the form with the record as it is now. */
  open: () => Promise<FormEdit<Values, object>>
  send: (edit: FormEdit<Values, object>) => Send<Values, object>
  /** Paths of fields, and a value of each that differs in every round and for both users */
  fields: Record<string, (seed: number) => unknown>
}

const text = (seed: number) => `Text ${seed}`

/** Opens one record of each kind in an office of two owners, also those of features (testing/conflict-forms.ts). The server must trust 127.0.0.1 as a proxy. */
export async function openForms(server: TestServer) {
  const users = [await server.signIn(), await server.signIn({ username: 'Bea', role: 'owner' })] as const
  const ofFeatures = await loadTesting<(server: TestServer) => Promise<Record<string, Form>>>(
    'conflict-forms.ts',
    'openForms',
  )
  const more = await Promise.all(ofFeatures.map((open) => open(server)))

  const cookies = new AsyncLocalStorage<string>()
  const { fetch } = globalThis
  const nextAddress = createAddresses()
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const headers = {
      ...(init.headers as object),
      ...nextAddress(),
      cookie: cookies.getStore() ?? '',
      'sec-fetch-site': 'same-origin',
    }
    return fetch(server.url + path, { ...init, headers })
  })
  const as = <Result>(user: 0 | 1, act: () => Promise<Result>) => cookies.run(users[user], act)

  const forms: Record<string, Form> = {
    ...Object.assign({}, ...more),
    section: formOf(sectionRecord(sections.stats), () => call(sectionRead, { params }), {
      send: () => (value, version) =>
        call(sectionSave, {
          params,
          body: { version: Number(version), value, isPublished: Number(version) % 2 === 0 },
        }),
      fields: await as(0, statFields),
    }),
    settings: formOf(
      {
        keyOf: () => undefined,
        endpoint: organizationUpdate,
        valuesOf: ({ organisation }) => organisation,
      },
      () => call(organizationRead),
      {
        send: () => (organization, version) =>
          call(organizationUpdate, { body: { ...organization, version: String(version) } }),
        fields: {
          name: text,
          postalAddress: text,
          contactEmail: (seed) => `p${seed}@example.org`,
          bookingUrl: (seed) => `https://example.org/${seed}`,
          'appUrls/beezy': (seed) => `https://beezy.example/${seed}`,
          'appUrls/calmpath': (seed) => `https://calm.example/${seed}`,
        },
      },
    ),
  }
  return { forms, as }
}

/** The texts of the section `stats`, with those of its items */
async function statFields(): Promise<Form['fields']> {
  const { value } = await call(sectionRead, { params })
  const { figures } = value as { figures: { id: string }[] }
  const items = figures.flatMap(({ id }) => [`figures/${id}/value`, `figures/${id}/label`])
  return Object.fromEntries(['title', ...items].map((path) => [path, text]))
}

type Rest<V extends object, Saved> = {
  send: (edit: FormEdit<V, Saved>) => Send<V, Saved>
  fields: Form['fields']
}

/** A form for `runConflictRounds`. The casts are safe: a form only ever gets its own values. */
export function formOf<V extends object, Saved extends object | undefined>(
  record: EditedRecord<V, Saved>,
  read: () => Promise<NonNullable<Saved>>,
  { send, fields }: Rest<V, Saved>,
): Form {
  const open = async () => new FormEdit<V, Saved>(record, await read())
  return { open, send, fields } as unknown as Form
}

/** Two users save at once in every round, by the code that runs in the browser. Nothing may be overwritten silently. */
export async function runConflictRounds(
  { open, send, fields }: Form,
  as: Awaited<ReturnType<typeof openForms>>['as'],
  rounds: number,
) {
  const { pick } = createRandom(rounds)
  const counts = { merged: 0, keptMine: 0, tookTheirs: 0 }
  const save = (user: 0 | 1, edit: FormEdit<Values, object>) =>
    as(user, () => edit.saveWith(send(edit), false))
  const names = Object.keys(fields)
  for (let round = 0; round < rounds; round++) {
    const before = (await as(0, open)).values
    const edits = [await as(0, open), await as(1, open)] as const
    const isSameField = round % 2 === 1
    const first = pick(names)
    const paths = [first, isSameField ? first : pick(names.filter((name) => name !== first))] as const
    const typed = paths.map((path, user) => fields[path]?.(2 * round + user)) as [unknown, unknown]
    for (const user of [0, 1] as const)
      edits[user].change(withValue(edits[user].values, paths[user], typed[user]))
    const outcomes = await Promise.all([save(0, edits[0]), save(1, edits[1])])
    const stored = (await as(0, open)).values
    if (!isSameField) {
      // Both changes are kept, and nothing else has changed.
      expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
      expect(stored).toEqual(withValue(withValue(before, paths[0], typed[0]), paths[1], typed[1]))
      counts.merged += outcomes.filter((outcome) => outcome.ok && outcome.isMerged).length
      continue
    }
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
    const loser = outcomes[0].ok ? 1 : 0
    const winner = loser === 0 ? 1 : 0
    expect(stored).toEqual(withValue(before, first, typed[winner]))
    // Both versions are shown, and the user's own is still in the form.
    const edit = edits[loser]
    const { conflict } = edit.state
    expect(conflict?.collisions).toEqual([`/${first}`])
    expect(conflict?.theirValues).toEqual(stored)
    expect(edit.values).toEqual(withValue(before, first, typed[loser]))
    const side = pick(['mine', 'theirs'] as const)
    edit.resolve(() => side)
    expect((await save(loser, edit)).ok).toBe(true)
    counts[side === 'mine' ? 'keptMine' : 'tookTheirs']++
    expect((await as(0, open)).values).toEqual(
      withValue(before, first, typed[side === 'mine' ? loser : winner]),
    )
  }
  return counts
}

/** A copy of values with another value at a path such as `figures/12/label` */
function withValue<Part>(values: Part, path: string, value: unknown): Part {
  const [name = '', ...rest] = path.split('/')
  const set = (part: unknown) => (rest.length === 0 ? value : withValue(part, rest.join('/'), value))
  if (Array.isArray(values)) return values.map((item) => (item.id === name ? set(item) : item)) as Part
  return { ...values, [name]: set((values as Values)[name]) }
}
