/**
 * The `Message-ID` of an email about an offer or a training, and the key that keeps it from being queued twice. It is
 * derived, so that a repeat after a restore is recognized as the same email. `part` distinguishes two emails of one
 * kind: the sequence of the offer or training, or for reminders the day.
 */
export function mailId(kind: string, part: number | string, uid: string): string {
  return `${kind}-${part}-${uid}@everyday-ai`
}

/** A reminder is about a day. Neither a changed place nor a day that was moved there and back repeats it. */
export function reminderId(kind: string, { day, uid }: { day: string; uid: string }): string {
  return mailId(kind, day.replaceAll('-', ''), uid)
}

/** The uid of the offer or training that an email is about, from its `Message-ID` */
export function uidOf(messageId: string): string | undefined {
  return /-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@everyday-ai$/.exec(messageId)?.[1]
}
