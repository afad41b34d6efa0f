import { excerptOf } from '../../../contracts/excerpt.ts'
import {
  idempotencyHeader,
  type Post,
  type PostRequest,
  postConflict,
  postSave,
  type SavedPost,
} from '../../../contracts/posts.ts'
import { call } from '../../api.ts'
import { hasStatus, problemOf } from '../../api-failures.ts'
import { Autosave } from '../../editing/autosave.ts'
import { hasText } from '../../editing/html-text.ts'
import { randomId } from '../history.ts'
import { callSignedIn } from '../sign-in-again.ts'
import { dropPostCopy, markFormOpen, type PostCopy, writePostCopy } from './post-copies.ts'
import { isSameText, madeExcerptOf, type PostValues, valuesOf } from './post-values.ts'

/** `isFirst`: the save created the post, and its form is still open. */
type OnSaved = (post: SavedPost, isFirst: boolean) => void

/** Saves the form of one post. The timer saves drafts only: the public version changes when the user says so. */
export class PostAutosave extends Autosave<PostValues, SavedPost | undefined> {
  /** Key of this form alone: opening the same post again makes another. */
  readonly formKey = randomId()
  #creationKey = this.formKey
  #triedToCreate = false
  /** The excerpt in the form, if the server made it of the text. */
  #madeExcerpt: string | undefined
  #onSaved: OnSaved

  constructor(post: Post | undefined, values: PostValues, onSaved: OnSaved) {
    super(post, values, { version: post?.version, savedAt: post && new Date(post.updatedAt) })
    this.#madeExcerpt = post && madeExcerptOf(post)
    this.#onSaved = onSaved
  }

  /** The post as the server has it. */
  get post(): Post | undefined {
    return this.state.saved
  }

  get isPublished(): boolean {
    return this.post?.isPublished ?? false
  }

  override open(): () => void {
    const release = markFormOpen(this.formKey)
    const close = super.open()
    return () => {
      close()
      release()
    }
  }

  /** The values as they would be saved: a blank excerpt is made of the text. */
  asSaved(values: PostValues): PostValues {
    const isWritten = requestOf(values, this.#madeExcerpt).excerpt?.trim() !== ''
    return isWritten ? values : { ...values, excerpt: excerptOf(values.content) }
  }

  /**
   * Goes on with a copy from this device; the save that it led to may have reached the server. Returns a copy of what
   * was in the form and is not saved.
   */
  adopt(copy: PostCopy): PostCopy | undefined {
    const aside = this.#putAside()
    dropPostCopy(copy.formKey)
    if (!this.post) {
      this.#creationKey = copy.creationKey
      this.#triedToCreate = copy.triedToCreate
    } else if (copy.post) this.version = copy.post.version
    this.load(copy.values)
    return aside
  }

  /** Shows another version of the post. What was in the form is offered when the post is opened again. */
  acceptPost(post: Post): void {
    this.#putAside()
    this.#madeExcerpt = madeExcerptOf(post)
    this.accept(post, valuesOf(post), new Date(post.updatedAt))
  }

  /**
   * Makes a revision of the text before something else takes its place. Not of a published post: saving would publish
   * the text, and what readers have seen is a revision already.
   */
  async keepRevision(): Promise<void> {
    if (this.mayAutosave()) await this.save()
  }

  protected override mayAutosave(): boolean {
    const { title, content, isPublished } = this.values
    return !isPublished && !this.isPublished && title.trim() !== '' && hasText(content)
  }

  protected async send(values: PostValues, isAutosave: boolean): Promise<SavedPost> {
    const request = { ...requestOf(values, this.#madeExcerpt), ...(isAutosave && { autosave: true }) }
    if (!this.post) {
      const wasTried = this.#triedToCreate
      const created = await this.#create(request)
      if (!wasTried) return created
      // An earlier request without a response may have created the post with an older text.
      this.version = created.version
      this.set({ saved: created })
    }
    const saved = await sendPost({ ...request, id: this.post?.id, version: this.version })
    this.#onSaved(saved, false)
    return saved
  }

  async #create(request: PostRequest): Promise<SavedPost> {
    const wasTried = this.#triedToCreate
    this.#triedToCreate = true
    try {
      const created = await sendPost(request, { [idempotencyHeader]: this.#creationKey })
      this.#onSaved(created, this.isOpen)
      return created
    } catch (error) {
      // Only a problem from the server proves that it created nothing.
      if (problemOf(error) && !hasStatus(error, 503)) this.#triedToCreate = wasTried
      throw error
    }
  }

  protected readConflict(body: unknown): Post | undefined {
    return postConflict.safeParse(body).data?.current
  }

  protected versionOf(post: Post): number {
    return post.version
  }

  protected isSame(a: PostValues, b: PostValues): boolean {
    return isSameText(a, b)
  }

  protected writeCopy(time: Date): boolean {
    return writePostCopy(this.#copyOf(time))
  }

  dropCopy(): void {
    dropPostCopy(this.formKey)
  }

  /** Copies what is in the form next to what takes its place. */
  #putAside(): PostCopy | undefined {
    if (!this.state.dirty) return undefined
    const aside = { ...this.#copyOf(new Date()), formKey: randomId() }
    return writePostCopy(aside) ? aside : undefined
  }

  #copyOf(time: Date): PostCopy {
    return {
      formKey: this.formKey,
      post: this.post && { id: this.post.id, version: this.version ?? this.post.version },
      values: this.values,
      keptAt: time.toISOString(),
      creationKey: this.#creationKey,
      triedToCreate: this.#triedToCreate,
    }
  }
}

/** The body of a save. The server makes an excerpt again that it made itself (`madeExcerpt`). */
function requestOf(values: PostValues, madeExcerpt?: string): PostRequest {
  const { publishAt, transcript, aiActions, ...sent } = values
  return {
    ...sent,
    ...(values.slug !== '' && { slugByHand: true }),
    ...(transcript.trim() !== '' && { transcript }),
    ...(aiActions.length > 0 && { aiActions }),
    ...(publishAt !== '' && { publishedAt: new Date(publishAt).toISOString() }),
    excerpt: values.excerpt === madeExcerpt ? '' : values.excerpt,
    sourceName: values.sourceName.trim(),
  }
}

/** Creates a post, or updates it if the request has an id. Repeated creations with one key make one post. */
function sendPost(body: PostRequest, headers?: Record<string, string>): Promise<SavedPost> {
  return callSignedIn(() => call(postSave, { body, headers, timeoutSeconds: 60 }))
}
