import { type FormEvent, useRef, useSyncExternalStore } from 'react'
import { sessionCreate } from '../../contracts/session.ts'
import { Button } from '../ui/button.tsx'
import { InputField } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { signInQuestion } from './sign-in-again.ts'
import { useApiMutation } from './use-api-mutation.ts'

/** Opens when a request needs the user to sign in again. Rendered once in the app. */
export function SignInDialog({ username }: { username: string }) {
  const open = useSyncExternalStore(signInQuestion.subscribe, signInQuestion.read)
  return open ? <SignIn username={username} onDone={open.settle} /> : null
}

function SignIn({ username, onDone }: { username: string; onDone: (signedIn: boolean) => void }) {
  const password = useRef<HTMLInputElement>(null)
  const { run, busy, problem } = useApiMutation(sessionCreate, {
    isSignIn: true,
    onSuccess: () => onDone(true),
    onError: () => password.current?.select(),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    run({ body: { username: String(data.get('username')), password: String(data.get('password')) } })
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
        <Button type="submit" disabled={busy}>
          {busy ? 'Signing in...' : 'Sign in'}
        </Button>
      </form>
    </Modal>
  )
}
