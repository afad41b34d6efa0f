import { expect, test } from 'vitest'
import { startSignedIn } from '../../../../tests/helpers/test-server.ts'
import { listEmptyFields, withOwnFields } from '../../contract/letter-fields.ts'
import { type LetterTemplate, letterLimits } from '../../contract/letters.ts'
import { starterTemplates } from '../../words/letter-templates.ts'

async function start() {
  const { server, cookie } = await startSignedIn()
  const list = async () =>
    (await (await server.send('/api/letter-templates', { cookie })).json()) as LetterTemplate[]
  const add = (json: object) => server.send('/api/letter-templates', { method: 'POST', json, cookie })
  const change = (id: number, json: object) =>
    server.send(`/api/letter-templates/${id}`, { method: 'PUT', json, cookie })
  const remove = (id: number) => server.send(`/api/letter-templates/${id}`, { method: 'DELETE', cookie })
  return { server, list, add, change, remove }
}

const template = {
  name: 'Parking',
  subject: 'Where to park',
  body: 'Hello {first name}, park behind the house.',
}

test('three come with the product once, and what becomes of them stays', async () => {
  const { list, change, remove } = await start()
  const lists = await Promise.all([list(), list(), list(), list()])
  for (const templates of lists)
    expect(templates.map(({ name }) => name).sort()).toEqual(starterTemplates.map(({ name }) => name).sort())
  const [first, second] = lists[0] ?? []
  if (!first || !second) throw new Error('the templates are missing')
  const { id, ...rest } = { ...first, subject: 'Ours' }
  expect((await change(id, rest)).status).toBe(200)
  expect((await remove(second.id)).status).toBe(204)
  expect((await remove(second.id)).status).toBe(404)
  const after = await list()
  expect(after).toHaveLength(2)
  expect(after[0]).toMatchObject({ subject: 'Ours' })
})

test('the ones that come with the product use known fields only', () => {
  const all = withOwnFields({})
  for (const { subject, body } of starterTemplates)
    expect(listEmptyFields([subject, body], all, all)).toEqual([])
})

test('are for those who may work with people, and have a name that no other has', async () => {
  const { server, list, add, change } = await start()
  for (const [method, path] of [
    ['GET', '/api/letter-templates'],
    ['POST', '/api/letter-templates'],
    ['PUT', '/api/letter-templates/1'],
    ['DELETE', '/api/letter-templates/1'],
  ] as const)
    expect((await server.send(path, { method, ...(method.startsWith('P') && { json: {} }) })).status).toBe(
      401,
    )
  expect((await add({ ...template, name: ' ' })).status).toBe(400)
  expect((await add({ ...template, body: '' })).status).toBe(400)
  expect((await add({ ...template, more: 1 })).status).toBe(400)
  const added = await Promise.all([add(template), add({ ...template, name: ' Parking ' })])
  expect(added.map(({ status }) => status).sort()).toEqual([201, 409])
  const other = (await (await add({ ...template, name: 'Lunch' })).json()) as LetterTemplate
  const { id, ...rest } = other
  const clash = await change(id, { ...rest, name: 'Parking' })
  expect(clash.status).toBe(409)
  expect((await clash.json()).detail).toBe('There is a template with this name. Choose another name.')
  expect((await change(99, rest)).status).toBe(404)
  expect((await list()).filter(({ name }) => name === 'Parking')).toHaveLength(1)
})

test('a change does not overwrite what someone else changed, and may be repeated', async () => {
  const { list, add, change } = await start()
  const { id, ...rest } = (await (await add(template)).json()) as LetterTemplate
  expect((await change(id, { ...rest, body: 'Park in front.' })).status).toBe(200)
  expect((await change(id, { ...rest, body: 'Park in front.' })).status).toBe(200)
  const late = await change(id, { ...rest, body: 'Walk.' })
  expect(late.status).toBe(409)
  expect((await late.json()).detail).toContain('Someone else changed this template')
  expect((await list()).find(({ name }) => name === 'Parking')?.body).toBe('Park in front.')
})

test('there may be many, but not without end', async () => {
  const { server, list, add, remove } = await start()
  await list()
  await server.query(
    `insert into letter_templates (name, subject, body) select 'Number ' || n, 'x', 'x' from generate_series(1, $1::int) n`,
    [letterLimits.templates - 3 - 1],
  )
  expect((await add(template)).status).toBe(201)
  const full = await add({ ...template, name: 'One more' })
  expect(full.status).toBe(409)
  expect((await full.json()).detail).toContain('up to 200 templates')
  const all = await list()
  expect(all).toHaveLength(letterLimits.templates)
  await remove(all[0]?.id ?? 0)
  expect((await add({ ...template, name: 'One more' })).status).toBe(201)
})
