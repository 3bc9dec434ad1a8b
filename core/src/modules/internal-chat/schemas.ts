import { type Static, Type } from 'typebox'
import { Id, IdList, Moment, Nullable, Uuid } from '../../platform/http/shapes.ts'
import { Media } from '../media/contract.ts'

/** Characters of one message. */
export const MAX_BODY = 5000
/** People in a group. */
export const MAX_MEMBERS = 256

export const ChatPerson = Type.Object({ userId: Id, name: Type.String() })

/** What happened to a group, told between its messages. */
export const ChatEvent = Type.Object({
  type: Type.Enum(['created', 'renamed', 'added', 'removed', 'left', 'admins']),
  /** Of the people it happened to. */
  names: Type.Array(Type.String()),
  /** The group's new name. */
  name: Nullable(Type.String()),
})
export type ChatEvent = Static<typeof ChatEvent>

export const ChatMessage = Type.Object({
  id: Uuid,
  /** Place in its conversation, from 1, without gaps. */
  seq: Type.Integer(),
  /** Rises with each change: who knows a higher one ignores this. */
  version: Type.Integer(),
  kind: Type.Enum(['text', 'event']),
  /** Null between two people. */
  groupId: Nullable(Id),
  fromUserId: Id,
  fromName: Type.String(),
  /** Null in groups. */
  toUserId: Nullable(Id),
  /** Empty when it was deleted. */
  body: Type.String(),
  media: Nullable(Media),
  mediaUrl: Nullable(Type.String()),
  mentions: Type.Array(ChatPerson),
  replyTo: Nullable(
    Type.Object({
      id: Uuid,
      seq: Type.Integer(),
      fromUserId: Id,
      fromName: Type.String(),
      body: Type.String(),
      /** MIME type of its file. */
      mimeType: Nullable(Type.String()),
      isDeleted: Type.Boolean(),
    }),
  ),
  event: Nullable(ChatEvent),
  editedAt: Nullable(Moment),
  isDeleted: Type.Boolean(),
  /** Between two people: whether the other one has read it, and null in groups. */
  isRead: Nullable(Type.Boolean()),
  createdAt: Moment,
})
export type ChatMessage = Static<typeof ChatMessage>

export const ChatMember = Type.Object({
  userId: Id,
  name: Type.String(),
  profilePicUrl: Nullable(Type.String()),
  isActive: Type.Boolean(),
  isOnline: Type.Boolean(),
  /** May rename, add, remove and delete. */
  isAdmin: Type.Boolean(),
  /** They read everything up to this message. */
  readSeq: Type.Integer(),
})
export type ChatMember = Static<typeof ChatMember>

/** A line of the list of conversations. */
export const ChatConversation = Type.Object({
  /** One of the two tells which one it is. */
  groupId: Nullable(Id),
  userId: Nullable(Id),
  name: Type.String(),
  profilePicUrl: Nullable(Type.String()),
  /** Of the other person; false for groups. */
  isOnline: Type.Boolean(),
  lastOnline: Nullable(Moment),
  /** False when the other person is no longer there to read it. */
  isActive: Type.Boolean(),
  memberCount: Type.Integer(),
  /** May the caller manage the group? */
  canManage: Type.Boolean(),
  /** Of others, after the last one read; 1000 stands for more. */
  unreadCount: Type.Integer(),
  /** Whether one of the unread ones names the caller. */
  isMentioned: Type.Boolean(),
  readSeq: Type.Integer(),
  lastSeq: Type.Integer(),
  lastMessage: Nullable(
    Type.Object({
      id: Uuid,
      kind: Type.Enum(['text', 'event']),
      fromUserId: Id,
      fromName: Type.String(),
      body: Type.String(),
      mimeType: Nullable(Type.String()),
      isDeleted: Type.Boolean(),
      event: Nullable(ChatEvent),
    }),
  ),
  lastMessageAt: Moment,
})
export type ChatConversation = Static<typeof ChatConversation>

/** A person of the company as the chat's own list of people shows them. */
export const ChatUser = Type.Object({
  id: Id,
  name: Type.String(),
  profilePicUrl: Nullable(Type.String()),
  isOnline: Type.Boolean(),
  lastOnline: Nullable(Moment),
  unreadCount: Type.Integer(),
  lastMessage: Nullable(Type.String()),
  lastMessageAt: Nullable(Moment),
})
export type ChatUser = Static<typeof ChatUser>

export const ChatGroup = Type.Object({
  id: Id,
  name: Type.String(),
  createdBy: Nullable(Id),
  canManage: Type.Boolean(),
  users: Type.Array(ChatMember),
  createdAt: Moment,
})
export type ChatGroup = Static<typeof ChatGroup>

/** One of the two: whom, or which group. */
export const ChatPlace = { userId: Type.Optional(Id), groupId: Type.Optional(Id) }
export interface ChatPlace {
  userId?: number
  groupId?: number
}

export const ChatBody = Type.String({ maxLength: MAX_BODY })
const GroupName = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' })
const Seq = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })

export const ChatMessagesQuery = Type.Object({
  ...ChatPlace,
  /** Messages before this `seq`, after it, or on both sides of it; the newest without any. */
  before: Type.Optional(Seq),
  after: Type.Optional(Seq),
  around: Type.Optional(Seq),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})
export type ChatMessagesQuery = Static<typeof ChatMessagesQuery>

/** Text, a file that was uploaded before, or both. */
export const ChatSend = Type.Object({
  ...ChatPlace,
  /** Made by the client: however often it is sent, it is one message. */
  id: Type.Optional(Uuid),
  body: Type.Optional(ChatBody),
  mediaId: Type.Optional(Nullable(Uuid)),
  replyToId: Type.Optional(Nullable(Uuid)),
})
export type ChatSend = Static<typeof ChatSend>

/** All of it without `seq`. */
export const ChatRead = Type.Object({ ...ChatPlace, seq: Type.Optional(Seq) })
export type ChatRead = Static<typeof ChatRead>

/** Texts of less than two characters find nothing. */
export const ChatSearchQuery = Type.Object({
  ...ChatPlace,
  searchParam: Type.Optional(Type.String({ maxLength: 100 })),
})
export type ChatSearchQuery = Static<typeof ChatSearchQuery>

/** `users` are the others; the caller is always in it. */
export const ChatGroupCreate = Type.Object({ name: GroupName, users: IdList })
export type ChatGroupCreate = Static<typeof ChatGroupCreate>

/** `users` and `admins` replace the set; whoever calls stays in both. */
export const ChatGroupUpdate = Type.Object({
  name: Type.Optional(GroupName),
  users: Type.Optional(IdList),
  admins: Type.Optional(IdList),
})
export type ChatGroupUpdate = Static<typeof ChatGroupUpdate>

/** Which conversation, seen from whoever did something: a group by its id, a pair by its two people. */
interface ChatWhere {
  groupId: number | null
  fromUserId: number
  toUserId: number | null
}

/** What `<tenant>:chatInterno` brings, to those who are in the conversation alone. */
export type ChatNews =
  | { type: 'message'; payload: ChatMessage & { isNew: boolean } }
  /** `fromUserId` read up to `readSeq`; the two counts come to that person's own screens. */
  | { type: 'read'; payload: ChatWhere & { readSeq: number; unreadCount?: number; unread?: number } }
  | { type: 'typing'; payload: ChatWhere & { fromName: string; on: boolean } }
  /** Something about the group or its people changed, or it is not there any more for whoever hears it. */
  | { type: 'group'; payload: { groupId: number; isGone: boolean } }
