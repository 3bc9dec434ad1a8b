import type { FileUrl } from '../auth/index.ts'
import type { Media } from '../media/contract.ts'
import { presentMedia, type SignedUrl } from '../media/index.ts'
import type { ConversationRow, PersonRow } from './chat-repo.ts'
import type { ChatConversation, ChatEvent, ChatMember, ChatMessage, ChatUser } from './contract.ts'
import type { MemberRow } from './member-repo.ts'
import type { MessageRow } from './message-repo.ts'

export interface PresentDeps {
  fileUrl: FileUrl
  signedUrl: SignedUrl
}

const pictureOf = (tenantId: number, id: string | null, fileUrl: FileUrl) =>
  id === null ? null : fileUrl(tenantId, id)
const kindOf = (kind: string | null) => (kind === 'event' ? 'event' : 'text')

const otherOf = ({ userA, userB, userId }: MessageRow): number | null => (userA === userId ? userB : userA)

function mediaOf(row: MessageRow, tenantId: number, signedUrl: SignedUrl): Media | null {
  if (row.fileId === null) return null
  const file = {
    tenantId,
    id: row.fileId,
    state: row.fileState ?? 'failed',
    thumbKey: row.fileThumbKey,
    mimeType: row.fileMimeType ?? '',
    fileName: row.fileName,
    size: row.fileSize ?? 0n,
    width: row.fileWidth,
    height: row.fileHeight,
  }
  return presentMedia(file, signedUrl)
}

export function presentMessage(row: MessageRow, tenantId: number, { signedUrl }: PresentDeps): ChatMessage {
  const media = mediaOf(row, tenantId, signedUrl)
  const { replyId, replySeq, replyUserId } = row
  return {
    id: row.id,
    seq: row.seq,
    version: row.version,
    kind: kindOf(row.kind),
    groupId: row.isGroup ? row.chatId : null,
    fromUserId: row.userId,
    fromName: row.userName,
    toUserId: otherOf(row),
    body: row.body,
    media,
    mediaUrl: media?.url ?? null,
    mentions: row.mentions as ChatMessage['mentions'],
    replyTo:
      replyId === null || replySeq === null || replyUserId === null
        ? null
        : {
            id: replyId,
            seq: replySeq,
            fromUserId: replyUserId,
            fromName: row.replyUserName ?? '',
            body: row.replyBody ?? '',
            mimeType: row.replyMimeType,
            isDeleted: row.replyIsDeleted === true,
          },
    event: row.event as ChatEvent | null,
    editedAt: row.editedAt?.toISOString() ?? null,
    isDeleted: row.deletedAt !== null,
    isRead: row.isGroup ? null : (row.peerReadSeq ?? 0) >= row.seq,
    createdAt: row.createdAt.toISOString(),
  }
}

export const presentMember = (row: MemberRow, tenantId: number, { fileUrl }: PresentDeps): ChatMember => ({
  userId: row.userId,
  name: row.name,
  profilePicUrl: pictureOf(tenantId, row.profilePicId, fileUrl),
  isActive: row.isActive,
  isOnline: row.isOnline,
  isAdmin: row.isAdmin,
  readSeq: row.readSeq,
})

export const presentConversation = (
  row: ConversationRow,
  tenantId: number,
  { fileUrl, canManage }: PresentDeps & { canManage: boolean },
): ChatConversation => ({
  groupId: row.name === null ? null : row.id,
  userId: row.peerId,
  name: row.name ?? row.peerName ?? row.formerName ?? '',
  profilePicUrl: pictureOf(tenantId, row.peerPicture, fileUrl),
  isOnline: row.peerIsOnline === true,
  lastOnline: row.peerLastOnline?.toISOString() ?? null,
  isActive: row.name !== null || row.peerIsActive === true,
  memberCount: row.memberCount,
  canManage,
  unreadCount: row.unreadCount,
  isMentioned: row.isMentioned,
  readSeq: row.readSeq,
  lastSeq: row.lastSeq,
  lastMessage:
    row.messageId === null || row.messageUserId === null
      ? null
      : {
          id: row.messageId,
          kind: kindOf(row.messageKind),
          fromUserId: row.messageUserId,
          fromName: row.messageUserName ?? '',
          body: row.messageBody ?? '',
          mimeType: row.messageMimeType,
          isDeleted: row.messageIsDeleted === true,
          event: row.messageEvent as ChatEvent | null,
        },
  lastMessageAt: row.lastMessageAt.toISOString(),
})

export const presentPerson = (row: PersonRow, tenantId: number, { fileUrl }: PresentDeps): ChatUser => ({
  id: row.id,
  name: row.name,
  profilePicUrl: pictureOf(tenantId, row.profilePicId, fileUrl),
  isOnline: row.isOnline,
  lastOnline: row.lastOnline?.toISOString() ?? null,
  unreadCount: row.unreadCount,
  lastMessage: row.lastMessage,
  lastMessageAt: row.lastMessageAt?.toISOString() ?? null,
})
