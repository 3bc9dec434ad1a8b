import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Realtime } from '../../platform/realtime/types.ts'
import { audit } from '../auth/index.ts'
import type { Tag, TagWrite } from './contract.ts'
import { presentTag } from './presenter.ts'
import * as repo from './repo.ts'

function valuesOf({ tag, name, color, isActive }: TagWrite): repo.TagValues {
  const title = (name ?? tag)?.trim()
  return {
    ...(title === undefined ? {} : { name: title }),
    ...(color === undefined ? {} : { color }),
    ...(isActive === undefined ? {} : { isActive }),
  }
}

export function createTagService({ uow, realtime }: { uow: UnitOfWork; realtime: Pick<Realtime, 'publish'> }) {
  const tell = (tx: Tx, news: { action: 'update'; tag: Tag } | { action: 'delete'; tagId: number }): void => {
    const { tenantId } = tx.scope
    tx.afterCommit(() => realtime.publish({ tenantId, to: 'tenant' }, 'tag', news))
  }

  return {
    async list(scope: Scope, activeOnly: boolean): Promise<Tag[]> {
      return (await uow.run(scope, (tx) => repo.listTags(tx, activeOnly))).map(presentTag)
    },

    /** @throws ERR_VALIDATION without name or colour, ERR_TAG_NAME_EXISTS */
    async create(scope: Scope, write: TagWrite): Promise<Tag> {
      const { name, color, ...rest } = valuesOf(write)
      if (name === undefined) throw new AppError('ERR_VALIDATION', { params: { field: 'tag' } })
      if (color === undefined) throw new AppError('ERR_VALIDATION', { params: { field: 'color' } })
      const userId = scope.actor.kind === 'user' ? scope.actor.userId : null
      return uow.run(scope, async (tx) => {
        await repo.lockTags(tx)
        if (await repo.isNameTaken(tx, name, null)) throw new AppError('ERR_TAG_NAME_EXISTS')
        const row = await repo.insertTag(tx, { ...rest, name, color, userId })
        await audit(tx, { action: 'tag.create', object: `tag:${row.id}` })
        const tag = presentTag(row)
        tell(tx, { action: 'update', tag })
        return tag
      })
    },

    /** @throws ERR_NO_TAG_FOUND, ERR_TAG_NAME_EXISTS */
    async update(scope: Scope, id: number, write: TagWrite): Promise<Tag> {
      const values = valuesOf(write)
      return uow.run(scope, async (tx) => {
        await repo.lockTags(tx)
        if (!(await repo.findTag(tx, id))) throw new AppError('ERR_NO_TAG_FOUND')
        if (values.name !== undefined && (await repo.isNameTaken(tx, values.name, id)))
          throw new AppError('ERR_TAG_NAME_EXISTS')
        await repo.updateTag(tx, id, values)
        await audit(tx, { action: 'tag.update', object: `tag:${id}`, details: { ...values } })
        const row = await repo.findTag(tx, id)
        if (!row) throw new AppError('ERR_NO_TAG_FOUND')
        const tag = presentTag(row)
        tell(tx, { action: 'update', tag })
        return tag
      })
    },

    /** @throws ERR_NO_TAG_FOUND, ERR_TAG_CONTACTS_EXISTS */
    async remove(scope: Scope, id: number): Promise<void> {
      await uow.run(scope, async (tx) => {
        await repo.lockTags(tx)
        if (!(await repo.findTag(tx, id))) throw new AppError('ERR_NO_TAG_FOUND')
        if (await repo.hasContacts(tx, id)) throw new AppError('ERR_TAG_CONTACTS_EXISTS')
        await repo.deleteTag(tx, id)
        await audit(tx, { action: 'tag.delete', object: `tag:${id}` })
        tell(tx, { action: 'delete', tagId: id })
      })
    },
  }
}

export type TagService = ReturnType<typeof createTagService>
