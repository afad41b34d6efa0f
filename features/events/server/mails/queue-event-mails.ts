import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { eventMailKinds } from '../../schema.ts'
import type { EventDeps, LockedEvent, RegistrationRow } from '../event-row.ts'

/** Queues an email to each of these parties, once, in the transaction of what it is about. */
export async function queueEventMails(
  _tx: Queryable,
  _deps: EventDeps,
  _about: (typeof eventMailKinds)[number],
  _event: LockedEvent,
  _registrations: RegistrationRow[],
): Promise<void> {}
