import { useSyncExternalStore } from 'react'
import { may, type Right } from '../../contract/roles.ts'
import { type SessionUser, sessionRead } from '../../contract/session.ts'
import { call } from '../api.ts'
import { createStore } from '../ui/create-store.ts'

const store = createStore<SessionUser | undefined>(undefined)

/** Stores the signed-in user: at the start of the app, and after each response that contains a newer state. */
export const setCurrentUser = (user: SessionUser) => store.set(user)

/** The signed-in user. The app stores it before it renders anything. */
export function getCurrentUser(): SessionUser {
  const user = store.read()
  if (!user) throw new Error('the app has not stored the signed-in user')
  return user
}

export const useCurrentUser = (): SessionUser => useSyncExternalStore(store.subscribe, getCurrentUser)

/** True if the signed-in user has the right. The server checks it again. */
export const useMay = (right: Right): boolean => may(useCurrentUser(), right)

/** Loads the user again, because an owner may have changed the role while the app was open. */
export async function reloadCurrentUser(): Promise<void> {
  // If that fails, the next refusal tries again.
  await call(sessionRead).then(
    ({ user }) => setCurrentUser(user),
    () => {},
  )
}
