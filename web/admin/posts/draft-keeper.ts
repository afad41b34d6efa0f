import { excerptOf } from '../../../contracts/excerpt.ts'
import { type Post, type PostRequest, postConflict, type SavedPost } from '../../../contracts/posts.ts'
import { explainFailure, hasStatus, problemOf } from '../../api-failures.ts'
import { hasText } from '../../editing/html-text.ts'
import { randomId } from '../history.ts'
import { askToSignIn } from '../sign-in.tsx'
import { dropCopy, holdForm, keepCopy, type LocalCopy } from './local-copy.ts'
import { savePost } from './post-calls.ts'
import { callOf, isSameText, madeExcerptOf, type PostValues } from './post-values.ts'

/** Ms after the last change until a draft is saved, until the copy on this device is, and until a try again. */
const autosaveDelay = 2000
const copyDelay = 300
const retryDelay = 10_000

export type KeeperState = {
  /** Differs from what the server has. */
  dirty: boolean
  saving: boolean
  savedAt: Date | undefined
  /** Why the last save failed: one sentence. */
  problem: string | undefined
  /** The server has read the text and will not take it as it stands. */
  refused: boolean
  /** The post as somebody else has saved it meanwhile. */
  conflict: Post | undefined
  /** When the text was kept on this device, or that there was no room for it. */
  copiedAt: Date | 'no room' | undefined
}

export type SaveOutcome = { ok: true; post: SavedPost } | { ok: false; error: unknown }

type Start = {
  post: Post | undefined
  values: PostValues
  /** The server has it; `isNew`: it has just been made, and its form is still open. */
  onSaved: (post: SavedPost, isNew: boolean) => void
}

/** Keeps one form's text: on this device at once, on the server when it may. One save at a time. */
export class DraftKeeper {
  state: KeeperState
  #listeners = new Set<() => void>()
  /** Of this form alone: the same post opened again, or reloaded, is another. */
  readonly formKey = randomId()
  #creationKey: string
  #triedToCreate = false
  #post: Post | undefined
  #madeExcerpt: string | undefined
  #saved: PostValues
  #values: PostValues
  #onSaved: Start['onSaved']
  #running: Promise<SaveOutcome> | undefined
  #autosave: ReturnType<typeof setTimeout> | undefined
  #copy: ReturnType<typeof setTimeout> | undefined
  /** The person has put off the answer to a failed save: the next save is theirs. */
  #paused = false
  #closed = false

  constructor({ post, values, onSaved }: Start) {
    this.#creationKey = this.formKey
    this.#post = post
    this.#madeExcerpt = post && madeExcerptOf(post)
    this.#saved = values
    this.#values = values
    this.#onSaved = onSaved
    this.state = {
      dirty: false,
      saving: false,
      savedAt: post && new Date(post.updatedAt),
      problem: undefined,
      refused: false,
      conflict: undefined,
      copiedAt: undefined,
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  read = (): KeeperState => this.state

  get postId(): number | undefined {
    return this.#post?.id
  }

  /** As the server has it. */
  get post(): Post | undefined {
    return this.#post
  }

  get version(): number | undefined {
    return this.#post?.version
  }

  /** Published as the server has it. */
  get isPublished(): boolean {
    return this.#post?.isPublished ?? false
  }

  /** What the form holds as it would be saved, for comparing: an excerpt that nobody wrote is made of the text. */
  asSaved(values: PostValues): PostValues {
    const isWritten = callOf(values, this.#madeExcerpt).excerpt?.trim() !== ''
    return isWritten ? values : { ...values, excerpt: excerptOf(values.content) }
  }

  /** A save may end when its form has been left. */
  get isOpen(): boolean {
    return !this.#closed
  }

  /** While the form is open. Returns how to end it: nothing is saved any more, the copy stays. */
  open(): () => void {
    const release = holdForm(this.formKey)
    const keepNow = () => this.#keepCopy()
    const retry = () => this.#plan(0)
    this.#closed = false
    // A tab that goes to the background may never come back.
    addEventListener('pagehide', keepNow)
    document.addEventListener('visibilitychange', keepNow)
    addEventListener('online', retry)
    return () => {
      removeEventListener('pagehide', keepNow)
      document.removeEventListener('visibilitychange', keepNow)
      removeEventListener('online', retry)
      this.#keepCopy()
      clearTimeout(this.#autosave)
      this.#closed = true
      release()
    }
  }

  /** The person has changed something. */
  change(values: PostValues): void {
    this.#values = values
    const dirty = !isSameText(values, this.#saved)
    if (dirty !== this.state.dirty) this.#set({ dirty })
    this.#copy ??= setTimeout(() => this.#keepCopy(), copyDelay)
    if (dirty) this.#plan(autosaveDelay)
    else clearTimeout(this.#autosave)
  }

  /**
   * Goes on with text that was kept on this device; the save it led to may have arrived already. Returns what stood
   * in the form and the server does not have: a copy of its own.
   */
  adopt(copy: LocalCopy): LocalCopy | undefined {
    const aside = this.#putAside()
    dropCopy(copy.formKey)
    this.#values = copy.values
    if (copy.post && this.#post) this.#post = { ...this.#post, version: copy.post.version }
    if (!this.#post) {
      this.#creationKey = copy.creationKey
      this.#triedToCreate = copy.triedToCreate
    }
    this.change(copy.values)
    return aside
  }

  /**
   * What the server has now is what the form shows: another version was taken or restored. What only stood in the form
   * is offered when the post is opened again.
   */
  accept(post: Post, values: PostValues): void {
    this.#putAside()
    this.#post = post
    this.#madeExcerpt = madeExcerptOf(post)
    this.#saved = values
    this.#values = values
    const savedAt = new Date(post.updatedAt)
    this.#set({ dirty: false, conflict: undefined, problem: undefined, refused: false, savedAt })
    this.#keepCopy()
  }

  /** The person has seen the other version and saves over it. */
  overrule(current: Post): Promise<SaveOutcome> {
    this.#post = current
    this.#set({ conflict: undefined })
    return this.save()
  }

  closeConflict(): void {
    this.#paused = true
    this.#set({ conflict: undefined })
  }

  /** Drops the copy on this device: the text is saved, or thrown away knowingly. */
  forget(): void {
    clearTimeout(this.#copy)
    clearTimeout(this.#autosave)
    this.#saved = this.#values
    this.#set({ dirty: false })
    dropCopy(this.formKey)
  }

  async save(): Promise<SaveOutcome> {
    while (this.#running) await this.#running
    this.#paused = false
    return this.#run(false)
  }

  /**
   * Makes the text as it stands a revision of its own, before something else takes its place. Not of what the
   * public sees: saving would show it, and what readers have seen is a revision already.
   */
  async keepRevision(): Promise<void> {
    const { title, content, isPublished } = this.#values
    if (isPublished || this.isPublished || title.trim() === '' || !hasText(content)) return
    await this.save()
  }

  #plan(delay: number): void {
    clearTimeout(this.#autosave)
    if (!this.#mayAutosave()) return
    this.#autosave = setTimeout(() => {
      // Afterwards it is planned anew if there is something left.
      if (!this.#running && this.#mayAutosave()) void this.#run(true)
    }, delay)
  }

  /** What the public sees changes only when a person says so. */
  #mayAutosave(): boolean {
    const { title, content, isPublished } = this.#values
    if (!this.state.dirty || this.state.conflict || this.#paused || this.#closed) return false
    return !isPublished && !this.isPublished && title.trim() !== '' && hasText(content)
  }

  #run(autosave: boolean): Promise<SaveOutcome> {
    clearTimeout(this.#autosave)
    this.#running = this.#send(autosave).finally(() => {
      this.#running = undefined
      this.#set({ saving: false })
      // What was refused is tried again when it has changed.
      if (this.state.dirty && !this.state.refused) this.#plan(this.state.problem ? retryDelay : autosaveDelay)
    })
    return this.#running
  }

  async #send(autosave: boolean): Promise<SaveOutcome> {
    const sent = this.#values
    const isNew = this.#post === undefined
    const wasTried = this.#triedToCreate
    const call: PostRequest = { ...callOf(sent, this.#madeExcerpt), ...(autosave && { autosave }) }
    this.#set({ saving: true })
    if (isNew) this.#triedToCreate = true
    try {
      const post = await savePost(
        this.#post ? { ...call, id: this.#post.id, version: this.#post.version } : call,
        this.#creationKey,
      )
      this.#post = post
      this.#onSaved(post, isNew && this.isOpen)
      // An earlier call, whose answer never came, may have made this post with an older text.
      if (isNew && wasTried) return await this.#send(autosave)
      this.#saved = sent
      const dirty = !isSameText(this.#values, sent)
      this.#set({ savedAt: new Date(post.updatedAt), dirty, problem: undefined, refused: false })
      this.#keepCopy()
      return { ok: true, post }
    } catch (error) {
      if (hasStatus(error, 401)) {
        if (await askToSignIn()) return this.#send(autosave)
        this.#paused = true
      }
      const current = hasStatus(error, 409) ? postConflict.safeParse(error.body).data?.current : undefined
      // Only an answer says that nothing was made.
      if (isNew && problemOf(error) && !hasStatus(error, 503)) this.#triedToCreate = wasTried
      this.#keepCopy()
      const refused = hasStatus(error, 400) || hasStatus(error, 404) || hasStatus(error, 413)
      this.#set({ conflict: current, problem: explainFailure(error), refused })
      return { ok: false, error }
    }
  }

  #keepCopy(): void {
    clearTimeout(this.#copy)
    this.#copy = undefined
    if (!this.state.dirty) {
      dropCopy(this.formKey)
      if (this.state.copiedAt) this.#set({ copiedAt: undefined })
      return
    }
    const keptAt = new Date()
    this.#set({ copiedAt: keepCopy(this.#copyOf(keptAt)) ? keptAt : 'no room' })
  }

  /** Keeps what stands in the form beside what takes its place. */
  #putAside(): LocalCopy | undefined {
    if (!this.state.dirty) return undefined
    const aside = { ...this.#copyOf(new Date()), formKey: randomId() }
    return keepCopy(aside) ? aside : undefined
  }

  #copyOf(keptAt: Date): LocalCopy {
    return {
      formKey: this.formKey,
      post: this.#post && { id: this.#post.id, version: this.#post.version },
      values: this.#values,
      keptAt: keptAt.toISOString(),
      creationKey: this.#creationKey,
      triedToCreate: this.#triedToCreate,
    }
  }

  #set(change: Partial<KeeperState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
