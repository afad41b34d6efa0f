/**
 * Stores a recording in IndexedDB piece by piece while it grows, so that neither a closed tab nor a failed upload loses
 * it. Without IndexedDB (some private windows) the recording is lost when the page is closed.
 */
const storeName = 'pieces'

export async function keepPiece(piece: Int16Array<ArrayBuffer>): Promise<void> {
  await use('readwrite', (store) => store.add(piece))
}

export async function findPieces(): Promise<Int16Array<ArrayBuffer>[]> {
  const found = await use('readonly', (store) => store.getAll())
  const isPiece = (piece: unknown): piece is Int16Array<ArrayBuffer> => piece instanceof Int16Array
  return Array.isArray(found) ? found.filter(isPiece) : []
}

export async function dropPieces(): Promise<void> {
  await use('readwrite', (store) => store.clear())
}

async function use(mode: IDBTransactionMode, call: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    const database = await open()
    const transaction = database.transaction(storeName, mode)
    const isCommitted = committed(transaction)
    const request = call(transaction.objectStore(storeName))
    await isCommitted.finally(() => database.close())
    return request.result
  } catch {
    return undefined
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('recording', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { autoIncrement: true })
  return settled(request)
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
