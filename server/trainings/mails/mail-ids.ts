/**
 * The `Message-ID` of an email about an offer or a training, and the key that keeps it from being queued twice. It is
 * derived, so that a repeat after a restore is recognized as the same email.
 */
export function mailId(kind: string, sequence: number, uid: string): string {
  return `${kind}-${sequence}-${uid}@everyday-ai`
}

/** The uid of the offer or training that an email is about, from its `Message-ID` */
export function uidOf(messageId: string): string | undefined {
  return /-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@everyday-ai$/.exec(messageId)?.[1]
}
