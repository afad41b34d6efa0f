import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react'
import { paths } from '../../contracts/paths.ts'
import { callApi } from '../api.ts'
import { explainFailure, hasStatus } from '../api-failures.ts'
import { InputField } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'

type Waiting = { promise: Promise<boolean>; settle: (signedIn: boolean) => void }

let waiting: Waiting | undefined
const listeners = new Set<() => void>()

/**
 * Makes a call; where the session has ended, the person signs in over whatever is open and the call is made
 * once more. Closed without signing in, the 401 is thrown.
 */
export async function callSignedIn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!hasStatus(error, 401) || !(await askToSignIn())) throw error
    return call()
  }
}

/** Opens the sign-in dialog, or joins those who wait for it already. */
export function askToSignIn(): Promise<boolean> {
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const settle = (signedIn: boolean) => {
      waiting = undefined
      for (const listener of listeners) listener()
      resolve(signedIn)
    }
    waiting = { promise, settle }
    for (const listener of listeners) listener()
  }
  return waiting.promise
}

/** Stands once in the app, and shows itself when a call needs a sign-in. */
export function SignInDialog({ username }: { username: string }) {
  const open = useSyncExternalStore(subscribe, () => waiting)
  return open ? <SignIn username={username} onDone={open.settle} /> : null
}

function SignIn({ username, onDone }: { username: string; onDone: (signedIn: boolean) => void }) {
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const password = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    const data = new FormData(event.currentTarget)
    setSending(true)
    setProblem('')
    try {
      await callApi('POST', paths.api.session, {
        username: String(data.get('username')),
        password: String(data.get('password')),
      })
      onDone(true)
    } catch (error) {
      setSending(false)
      setProblem(explainFailure(error))
      password.current?.select()
    }
  }

  return (
    <Modal title="Sign in again" onClose={() => onDone(false)} first={password}>
      <p>Your session ended. Nothing was lost: sign in to pick up where you left off.</p>
      <form className="form" onSubmit={submit}>
        {problem && <Notice tone="problem">{problem}</Notice>}
        <InputField
          label="Username"
          name="username"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={username}
        />
        <PasswordField
          label="Password"
          name="password"
          required
          autoComplete="current-password"
          ref={password}
        />
        <button type="submit" className="btn" disabled={sending}>
          {sending ? 'Signing in...' : 'Sign in'}
        </button>
      </form>
    </Modal>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
