import { passwordMessages } from '../../contracts/password-rules.ts'
import { usernameLimits } from '../../contracts/session.ts'

export const usernameMessages = {
  long: `Use up to ${usernameLimits.max} characters.`,
  taken: 'Someone already has this username. Choose another one.',
} as const

/** Returns a message if a new username is refused. */
export function findUsernameProblem(username: string): string | undefined {
  if (username.trim() === '') return passwordMessages.required
  return username.length > usernameLimits.max ? usernameMessages.long : undefined
}
