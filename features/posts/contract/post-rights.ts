import { may, type Role } from '../../../core/contract/roles.ts'
import type { PostKind } from './post-kinds.ts'

type User = { id: number; role: Role }

/** The facts about a post on which rights depend */
type PostFacts = {
  /** By default a post */
  kind?: PostKind
  /** Id of the user who created the post; missing for guests' posts and samples */
  createdBy?: number | null | undefined
  /** Published or scheduled */
  isPublished: boolean
  hasBeenPublic: boolean
  /** Set while it is in the trash */
  deletedAt?: string | Date | null | undefined
}

export type PostAction = 'change' | 'trash' | 'restore' | 'share'

const isOrWasPublic = (post: PostFacts) => post.isPublished || post.hasBeenPublic
const isOwn = (user: User, post: PostFacts) => post.createdBy === user.id
const mayTrash = (user: User, post: PostFacts) =>
  may(user, 'manageOthersWork') || (isOwn(user, post) && !isOrWasPublic(post))

type Rule = {
  isAllowed: (user: User, post: PostFacts) => boolean
  /** `noun`: what the user calls it, such as "post" */
  refusal: (noun: PostKind, post: PostFacts) => string
}

/**
 * The conditions of each action on a post. `restore` means bringing it back from the trash, which a save does, too, and `share`
 * means links that show it to anyone.
 */
const rules: Record<PostAction, Rule> = {
  change: {
    isAllowed: (user, post) => may(user, 'publish') || !isOrWasPublic(post),
    refusal: (noun) =>
      `This ${noun} is or was public, so only editors and owners can change it. Ask one of them.`,
  },
  trash: {
    isAllowed: mayTrash,
    refusal: () => 'Helpers can move only their own drafts to the trash. Ask an editor or an owner.',
  },
  restore: {
    isAllowed: mayTrash,
    refusal: (noun, { deletedAt }) =>
      `${deletedAt ? `This ${noun} is in the trash. ` : ''}Helpers can restore only their own drafts. Ask an editor or an owner.`,
  },
  share: {
    isAllowed: (user, post) => may(user, 'manageOthersWork') || isOwn(user, post),
    refusal: () => 'Helpers can share only their own drafts. Ask an editor or an owner.',
  },
}

/** Why this user may not do this with the post, as a sentence for the user; undefined if they may */
export function postRefusal(action: PostAction, user: User, post: PostFacts): string | undefined {
  const { isAllowed, refusal } = rules[action]
  return isAllowed(user, post) ? undefined : refusal(post.kind ?? 'post', post)
}

/** The refusal of a request to publish or schedule a post by a user without that right */
export const publishRefusal =
  'Only editors and owners can publish. Save this as a draft, and ask one of them to publish it.'
