import { expect } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { inviteResponse } from '../contract/invites.ts'
import { type RoomRequest, type WritingRoom, writingRoom } from '../contract/writing-room.ts'

export const typed: RoomRequest = {
  title: 'Letters that sound like you',
  content: '<p>First paragraph.</p><p>Second paragraph.</p>',
  name: 'Jo Guest',
  bio: 'Jo runs a food bank.',
  photoUrl: '',
}

export async function start() {
  const server = await startTestServer({ env: { NOTIFY_EMAIL: 'editor@example.org' } })
  return { server, cookie: await server.signIn() }
}

/**
 * Invites a guest author and accepts for them. Returns the id of the invitation and the token of the writing room (the
 * guest's page for writing, without an account).
 */
export async function openRoom(server: TestServer, cookie: string, email = 'jo@example.org') {
  const json = { email, name: 'Jo', suggestedTopic: 'Donor letters' }
  const sent = inviteResponse.parse(await (await server.send('/api/author/invite', { cookie, json })).json())
  const accepted = await server.send(new URL(sent.inviteUrl).pathname, { form: { answer: 'accept' } })
  return {
    id: sent.invite.id,
    token: /\/write\/([\w-]{43})/.exec(accepted.headers.get('location') ?? '')?.[1] ?? '',
  }
}

export const read = async (response: Response): Promise<WritingRoom> => {
  expect(response.status).toBe(200)
  return writingRoom.parse(await response.json())
}
export const save = (server: TestServer, token: string, changes: Partial<RoomRequest> = {}) =>
  server.send(`/api/write/${token}`, { method: 'PUT', json: { ...typed, ...changes } })
export const submit = (server: TestServer, token: string, room: WritingRoom) =>
  server.send(`/api/write/${token}/submit`, { json: { hash: room.text?.hash } })
