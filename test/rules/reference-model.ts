import type { Privacy } from '../../src/domain/rules/visibility.ts';

/** A friendship or a request, of two people by their numbers. */
interface Tie {
  id: number;
  from: number;
  to: number;
  accepted: boolean;
}

/** A message, and the step in which it was sent. */
interface Said {
  id: number;
  by: number;
  at: number;
}

interface Talk {
  id: number;
  messages: Said[];
  /** The values for each person. */
  members: Record<number, { placement: 'inbox' | 'archived' | 'hidden'; unread: number; last: number }>;
}

interface Posted {
  id: number;
  author: number;
  privacy: Privacy;
  likers: number[];
  comments: { id: number; by: number }[];
}

/**
 * A model of a few people in memory, with the rules of the service in their shortest form. The tests compare the service with
 * it. Methods that make a change return whether the change is allowed, and change nothing otherwise.
 */
export class ReferenceModel {
  ties: Tie[] = [];
  /** The blocks, with the step in which each was made. */
  blocks: { by: number; of: number; at: number }[] = [];
  talks: Talk[] = [];
  posts: Posted[] = [];
  now = 0;

  clone(): ReferenceModel {
    return Object.assign(new ReferenceModel(), structuredClone({ ...this }));
  }

  blocked(by: number, of: number) {
    return this.blocks.some((block) => block.by === by && block.of === of);
  }
  onTerms(a: number, b: number) {
    return !this.blocked(a, b) && !this.blocked(b, a);
  }
  tie(a: number, b: number) {
    return this.ties.find(({ from, to }) => (from === a && to === b) || (from === b && to === a));
  }
  friends(a: number, b: number) {
    return this.tie(a, b)?.accepted === true;
  }
  sees(who: number, { author, privacy }: Posted) {
    const shared = privacy === 'public' || (privacy === 'friends' && this.friends(who, author));
    return who === author || (shared && !this.blocked(author, who));
  }
  delivered(who: number, talk: Talk) {
    return talk.messages.filter(({ by, at }) => !this.blocks.some((b) => b.by === who && b.of === by && b.at <= at));
  }

  request(a: number, b: number, id: number) {
    const tie = this.tie(a, b);
    if (a === b || !this.onTerms(a, b) || tie?.accepted || tie?.from === a) return false;
    if (tie) tie.accepted = true;
    else this.ties.push({ id, from: a, to: b, accepted: false });
    return true;
  }
  accept(a: number, id: number) {
    const tie = this.ties.find((one) => one.id === id);
    if (tie?.to !== a) return false;
    tie.accepted = true;
    return true;
  }
  end(a: number, id: number) {
    const tie = this.ties.find((one) => one.id === id);
    if (!tie || ![tie.from, tie.to].includes(a)) return false;
    this.ties = this.ties.filter((one) => one !== tie);
    return true;
  }
  block(a: number, b: number) {
    if (a === b) return false;
    if (!this.blocked(a, b)) this.blocks.push({ by: a, of: b, at: ++this.now });
    this.ties = this.ties.filter((one) => one !== this.tie(a, b));
    return true;
  }
  unblock(a: number, b: number) {
    if (a === b || (this.blocked(b, a) && !this.blocked(a, b))) return false;
    this.blocks = this.blocks.filter(({ by, of }) => by !== a || of !== b);
    return true;
  }

  start(a: number, others: number[], id: number, message: number) {
    if (!others.every((other) => this.onTerms(a, other))) return false;
    const members = [a, ...others].map((who) => [
      who,
      { placement: 'inbox', unread: who === a ? 0 : 1, last: message },
    ]);
    const first = { id: message, by: a, at: ++this.now };
    this.talks.push({ id, messages: [first], members: Object.fromEntries(members) as Talk['members'] });
    return true;
  }
  say(a: number, of: number, id: number) {
    const talk = this.talks.find((one) => one.id === of);
    const others = Object.keys(talk?.members ?? {})
      .map(Number)
      .filter((who) => who !== a);
    if (!talk?.members[a] || !others.some((other) => this.onTerms(a, other))) return false;
    talk.messages.push({ id, by: a, at: ++this.now });
    for (const [who, member] of Object.entries(talk.members)) {
      if (this.blocked(Number(who), a)) continue;
      member.last = id;
      if (Number(who) !== a) member.unread += 1;
      if (member.placement === 'hidden') member.placement = 'inbox';
    }
    return true;
  }
  read(a: number, of: number, upTo: number) {
    const talk = this.talks.find((one) => one.id === of);
    const member = talk?.members[a];
    if (!talk || !member || this.delivered(a, talk).some(({ id }) => id > upTo)) return false;
    member.unread = 0;
    return true;
  }
  move(a: number, of: number, placement: 'archived' | 'hidden') {
    const member = this.talks.find((one) => one.id === of)?.members[a];
    if (!member) return false;
    if (member.placement === 'inbox' || placement === 'hidden') member.placement = placement;
    return true;
  }

  post(author: number, privacy: Privacy, id: number) {
    this.posts.push({ id, author, privacy, likers: [], comments: [] });
    return true;
  }
  deletePost(a: number, id: number) {
    const post = this.posts.find((one) => one.id === id);
    if (post?.author !== a) return false;
    this.posts = this.posts.filter((one) => one !== post);
    return true;
  }
  like(a: number, id: number, change: 'like' | 'unlike' | 'toggle') {
    const post = this.posts.find((one) => one.id === id);
    if (!post || !this.sees(a, post)) return false;
    const mine = post.likers.includes(a);
    if (mine ? change !== 'like' : change === 'unlike') post.likers = post.likers.filter((who) => who !== a);
    else if (!mine && this.blocked(a, post.author)) return false;
    else if (!mine) post.likers.push(a);
    return true;
  }
  comment(a: number, of: number, id: number) {
    const post = this.posts.find((one) => one.id === of);
    if (!post || !this.sees(a, post) || this.blocked(a, post.author)) return false;
    post.comments.push({ id, by: a });
    return true;
  }
  deleteComment(a: number, id: number) {
    const post = this.posts.find(({ comments }) => comments.some((one) => one.id === id));
    const by = post?.comments.find((one) => one.id === id)?.by;
    if (!post || (by !== a && post.author !== a)) return false;
    post.comments = post.comments.filter((one) => one.id !== id);
    return true;
  }

  /** Returns what one of `people` sees over GraphQL (`seenBy` in `random-actions.ts`). */
  view(who: number, people: number): unknown {
    const down = (a: { id: number }, b: { id: number }) => b.id - a.id;
    const posts = this.posts.toSorted(down).filter((post) => this.sees(who, post));
    const talks = (placement: string) =>
      this.talks
        .filter(({ members }) => members[who]?.placement === placement)
        .sort((a, b) => (b.members[who]?.last ?? 0) - (a.members[who]?.last ?? 0))
        .map((talk) => ({
          id: talk.id,
          unread: talk.members[who]?.unread,
          messages: this.delivered(who, talk).map(({ id }) => id),
        }));
    const counted = this.talks.map(({ members }) => members[who]).filter((m) => m && m.placement !== 'hidden');
    return {
      waiting: this.ties.filter(({ to, accepted }) => to === who && !accepted).length,
      unread: counted.reduce((sum, member) => sum + (member?.unread ?? 0), 0),
      ties: this.ties
        .filter(({ from, to }) => from === who || to === who)
        .sort(down)
        .map(({ id, accepted }) => ({ id, accepted })),
      friends: posts
        .filter(({ author }) => author === who || this.friends(who, author))
        .map(({ id, likers, comments }) => ({ id, likers, comments: comments.length })),
      profiles: Array.from({ length: people }, (_, of) =>
        posts
          .filter(({ author }) => author === of && this.onTerms(who, of))
          .map(({ id, author, comments, likers }) => ({
            id,
            likedBy: likers.filter((by) => this.onTerms(who, by)),
            comments: comments.filter(({ by }) => who === author || this.onTerms(who, by)).map((one) => one.id),
          })),
      ),
      users: Array.from({ length: people }, (_, of) =>
        this.blocked(of, who)
          ? null
          : {
              hasBlocked: this.blocked(who, of),
              friendship: this.onTerms(who, of) ? (this.tie(who, of)?.id ?? null) : null,
              posts: posts.filter(({ author }) => author === of && this.onTerms(who, of)).map(({ id }) => id),
            },
      ),
      inbox: talks('inbox'),
      archive: talks('archived'),
      blocked: this.blocks
        .filter(({ by }) => by === who)
        .map(({ of }) => of)
        .sort((a, b) => b - a),
    };
  }
}
