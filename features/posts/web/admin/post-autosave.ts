import { excerptOf } from '../../../../core/contract/excerpt.ts'
import { timeOf } from '../../../../core/contract/format-date.ts'
import { callSignedIn } from '../../../../core/web/admin/repeated-requests.ts'
import { call } from '../../../../core/web/api.ts'
import { hasStatus, problemOf } from '../../../../core/web/api-failures.ts'
import type { Copy } from '../../../../core/web/editing/record/copies.ts'
import { RecordEdit } from '../../../../core/web/editing/record/record-edit.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import {
  idempotencyHeader,
  type Post,
  type PostRequest,
  postSave,
  type SavedPost,
} from '../../contract/posts.ts'
import { hasText } from '../editor/html-text.ts'
import { isSameText, madeExcerptOf, newPostValues, type PostValues, valuesOf } from './post-values.ts'

/** `isFirst` is true if the save created the post and its form is still open. */
type OnSaved = (post: SavedPost, isFirst: boolean, isAutosave: boolean) => void

/**
 * Saves the form of one post. The autosave timer only saves drafts, because the public version may change only when
 * the user clicks a button. Until the server has the text, a copy of it is kept in this browser's storage.
 */
export class PostAutosave extends RecordEdit<PostValues, SavedPost | undefined> {
  /** Idempotency key of a new post: requests that repeat the key create only one post. */
  #creationKey = this.formKey
  /** True if a request to create the post was sent and may have succeeded, although no response came back */
  #triedToCreate = false
  /** The excerpt in the form if the server cut it from the content; undefined if someone wrote the excerpt */
  #madeExcerpt: string | undefined
  /** The user's answer to the question about AI text. It is sent until a save by hand succeeds. */
  answer: Pick<PostRequest, 'reviewed'> = {}
  readonly #kind: PostKind
  #onSaved: OnSaved

  constructor(post: Post | undefined, kind: PostKind, values: PostValues, onSaved: OnSaved) {
    super(
      {
        keyOf: (saved) => (saved ? `post:${saved.id}` : `new ${kind}`),
        endpoint: postSave,
        valuesOf: (saved) => (saved ? valuesOf(saved) : values),
        savedAtOf: (saved) => saved && new Date(saved.updatedAt),
        complete: (kept) => ({ ...newPostValues, ...kept }),
      },
      post,
    )
    this.#madeExcerpt = post && madeExcerptOf(post)
    this.#kind = kind
    this.#onSaved = onSaved
  }

  /** The post as last saved on the server; undefined for a new post */
  get post(): Post | undefined {
    return this.state.saved
  }

  get #postVersion(): number | undefined {
    return this.version === undefined ? undefined : Number(this.version)
  }

  get isPublished(): boolean {
    return this.post?.isPublished ?? false
  }

  /** The values as the server would save them: a blank excerpt is replaced by one cut from the content. */
  asSaved(values: PostValues): PostValues {
    const isWritten = requestOf(values, this.#madeExcerpt).excerpt?.trim() !== ''
    return isWritten ? values : { ...values, excerpt: excerptOf(values.content) }
  }

  /** Also takes over the idempotency key: the form that wrote the copy may have sent a save that reached the server. */
  override restore(copy: Copy): void {
    if (!this.post && copy.creation) {
      this.#creationKey = copy.creation.key
      this.#triedToCreate = copy.creation.wasTried
    }
    super.restore(copy)
  }

  override accept(post: Post, values = valuesOf(post)): void {
    this.#madeExcerpt = madeExcerptOf(post)
    super.accept(post, values)
  }

  /**
   * Saves the current text as a revision, so that the text can be restored after AI text replaces it. Does nothing for
   * a published post: saving would publish the unsaved text, and the public text already has a revision.
   */
  async keepRevision(): Promise<void> {
    if (this.mayAutosave()) await this.save()
  }

  /**
   * Saves the values as a new draft, for a user who may no longer change the post. Each call creates a post of its own,
   * because a repeated creation would keep the older text.
   */
  async saveCopy(): Promise<SavedPost> {
    const values = { ...this.values, isPublished: false, publishAt: '', slug: '' }
    const saved = await sendPost(this.#asNew(requestOf(values, this.#madeExcerpt)), undefined)
    this.forget()
    return saved
  }

  /** What a save would send now, for a preview */
  request(values: PostValues): PostRequest {
    const request = requestOf(values, this.#madeExcerpt, this.post)
    if (!this.post) return this.#asNew(request)
    return { ...request, id: this.post.id, version: this.#postVersion }
  }

  protected override mayAutosave(): boolean {
    const { title, content, isPublished } = this.values
    return !isPublished && !this.isPublished && title.trim() !== '' && hasText(content)
  }

  protected async send(values: PostValues, isAutosave: boolean): Promise<SavedPost> {
    const request = {
      ...requestOf(values, this.#madeExcerpt, this.post),
      ...(isAutosave ? { autosave: true } : this.answer),
    }
    const saved = await this.#sendRequest(request, isAutosave)
    if (!isAutosave) this.answer = {}
    return saved
  }

  async #sendRequest(request: PostRequest, isAutosave: boolean): Promise<SavedPost> {
    if (!this.post) {
      const wasTried = this.#triedToCreate
      const created = await this.#create(request, isAutosave)
      if (!wasTried) return created
      // An earlier request that got no response may have created the post with older text. `#create` then returns that
      // post, so save the current text as an update.
      this.version = created.version
      this.set({ saved: created })
    }
    const saved = await sendPost({ ...request, id: this.post?.id, version: this.#postVersion }, this.post)
    this.#onSaved(saved, false, isAutosave)
    return saved
  }

  async #create(request: PostRequest, isAutosave: boolean): Promise<SavedPost> {
    const wasTried = this.#triedToCreate
    this.#triedToCreate = true
    try {
      const headers = { [idempotencyHeader]: this.#creationKey }
      const created = await sendPost(this.#asNew(request), undefined, headers)
      this.#onSaved(created, this.isOpen, isAutosave)
      return created
    } catch (error) {
      // An error response other than 503 proves that the server created nothing. After a network error, a timeout, or a
      // 503, the post may exist, so the next attempt must assume that it does.
      if (problemOf(error) && !hasStatus(error, 503)) this.#triedToCreate = wasTried
      throw error
    }
  }

  /** The request that creates a post of this form's kind */
  #asNew(request: PostRequest): PostRequest {
    return this.#kind === 'post' ? request : { ...request, kind: this.#kind }
  }

  /** If someone else has published the post or taken it off the site, the user is asked before that is merged in. */
  protected override baseOf(): Partial<PostValues> {
    const { isPublished: _, ...base } = this.savedValues
    return base
  }

  protected override isSame(a: PostValues, b: PostValues): boolean {
    return isSameText(a, b)
  }

  /** Resolves a conflict with their version of what both changed. The user's own version is offered again later. */
  takeTheirs(): void {
    this.putAside()
    this.resolve(() => 'theirs')
  }

  protected override copyOf(): Copy | undefined {
    const copy = super.copyOf()
    return copy && { ...copy, creation: { key: this.#creationKey, wasTried: this.#triedToCreate } }
  }
}

/**
 * The body of a save. An excerpt that the server cut from the content (`madeExcerpt`) is sent blank, so that the server
 * cuts a new one from the changed content.
 */
function requestOf(values: PostValues, madeExcerpt?: string, saved?: Post): PostRequest {
  const { publishAt, transcript, aiActions, isAuthorStated, authorType, ...sent } = values
  return {
    ...sent,
    // Sending "Human Written" says who wrote an imported post.
    ...((isAuthorStated || authorType !== saved?.authorType) && { authorType }),
    ...(values.slug !== '' && { slugByHand: true }),
    ...(transcript.trim() !== '' && { transcript }),
    ...(aiActions.length > 0 && { aiActions }),
    ...(publishAt !== '' && { publishedAt: timeOf(publishAt).toISOString() }),
    excerpt: values.excerpt === madeExcerpt ? '' : values.excerpt,
    sourceName: values.sourceName.trim(),
  }
}

/**
 * Creates a post, or updates `before` if the request has an id. Repeating a creation with the same key creates one post. The rest
 * of the admin hears only of a save that changes what is public.
 */
function sendPost(
  body: PostRequest,
  before: Post | undefined,
  headers?: Record<string, string>,
): Promise<SavedPost> {
  const isQuiet = !before?.deletedAt && (before?.isPublished ?? false) === (body.isPublished ?? false)
  // Above the default timeout, because uploading and sanitizing a long text can take a while.
  return callSignedIn(() => call(postSave, { body, headers, isQuiet, timeoutSeconds: 60 }))
}
