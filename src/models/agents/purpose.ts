/**
 * Words by which the author of a tool says what it is for, in its name, its description and its schema. Mostly in favour of a
 * tool: an effect that no word speaks of, far from the handler, is a step on the way to something else.
 */

/** First words of names of tools that make, change or send something, and so take nothing away by themselves. */
export const makingWords: readonly string[] = (
  'add adjust append apply assign attach book build change compose configure copy create decrement define draft edit ' +
  'enable enhance ensure export extend extract generate import increase decrease increment index ingest insert invite ' +
  'link log make map mark merge modify note notify open order pay pin plan post prepare process produce propose publish ' +
  'put quote rate record refine register remember rename render reply report request reschedule resume rewrite save ' +
  'schedule score select send set share spawn start store submit suggest summon sync tag toggle track transform update ' +
  'upload upsert write'
).split(' ');

/** Beginnings of words for taking something away, or for putting another in its place. */
export const removingWords: readonly string[] = (
  'archiv cancel clean clear close collaps delet demolish destroy detach discard dismiss drop empty ' +
  'eras evict expir flush forget kill leav moderat nuke obsolet omit overwrit prun purg reject releas remov replac reset ' +
  'retir revert revok rollback roll-back shred stop strip teardown tear-down terminat trash trim truncat unassign undo ' +
  'tidi tidy uninstall unlink unpublish unregister unset unsubscrib untag wip withdraw manag'
).split(' ');

/** Beginnings of words for writing somewhere, or offering there; and words that join what a tool does to something else. */
export const writingWords: readonly string[] =
  'add alter assign chang creat edit insert modif patch post publish put renam sale save saving sell send set store submit sync updat upload upsert writ'.split(
    ' ',
  );
export const joiningWords: readonly string[] = ['and', 'or', 'then'];

/** Words that begin like those and say nothing of the kind. */
export const unlikeRemoving: ReadonlySet<string> = new Set(
  'clearance clearer clearly closely closer closest dropbox dropdown dropdowns stopover stopwatch stripe stripes'.split(
    ' ',
  ),
);

/** Beginnings of words for running programs. */
export const runningWords: readonly string[] = (
  'bash build ci cli command compil console deploy docker exec format git install invok kill kubectl launch lint ' +
  'migrat npm open package pip play process program python render restart run script shell start stop terminal test'
).split(' ');

/**
 * Verbs that say of a tool, as its own action, that it takes away, sends, publishes or pays. They count against a tool of
 * which nothing else is known, and which is marked as needing no approval: not those that texts and lists have as well
 * (`remove_accents`), or agents (`transfer_to_billing`).
 */
export const actingVerbs: readonly string[] = (
  'buy charge delete deploy destroy erase pay publish purchase purge refund reimburse repay revoke send terminate ' +
  'uninstall wipe withdraw'
).split(' ');

/** Those of them that a name may begin with as a noun: `refund_policy`. They count in sentences only. */
export const actingNouns: readonly string[] = 'charge deploy purchase refund'.split(' ');

/** Words behind such a verb with which it is a noun, or a question that only brings something back: `Send a query`. */
export const tamingWords: readonly string[] = (
  'are draft drafts estimate history info is limit limits policies policy preview previews prompt queries query question ' +
  'questions request requests rule rules search status template templates test'
).split(' ');

/** Parts of a service's methods that change little, and what anyone there can take back: `slack.reactions.add`. */
export const slightParts: readonly string[] =
  'reaction reactions typing join leave pin pins unpin star stars bookmark bookmarks mark seen presence status profile topic setTopic setPurpose mute unmute follow unfollow subscribe unsubscribe'.split(
    ' ',
  );

/**
 * Methods of services that change little: with a bot's token, Slack lets it edit its own messages only; a draft is not sent;
 * a commit loses nothing; a pull request is a proposal; the labels of a mail can be changed back, and what is brought back
 * from the trash can be put there; a room for a meeting has nobody in it; a task of a person's own list
 * can be opened again; what is chosen in a form is not sent by that; the vectors of a text can be made from it again; stars,
 * subscriptions, labels and assignees can be set back; a fork, a branch and what a commit is made of take nothing away.
 */
export const slightMethods: readonly string[] = (
  'chat.update commit pulls.create drafts.create drafts.update messages.modify threads.modify messages.batchModify messages.untrash threads.untrash ' +
  'labels.create values.append spaces.create ' +
  'tasks.insert tasks.patch tasks.move tasklists.insert deleteVector deleteVectors ' +
  'selectOption Page.select ' +
  'activity.starRepoForAuthenticatedUser activity.unstarRepoForAuthenticatedUser activity.setRepoSubscription ' +
  'activity.deleteRepoSubscription activity.setThreadSubscription activity.deleteThreadSubscription ' +
  'activity.markNotificationsAsRead activity.markRepoNotificationsAsRead activity.markThreadAsRead ' +
  'activity.markThreadAsDone repos.createFork ' +
  'issues.addLabels issues.setLabels issues.removeLabel issues.removeAllLabels issues.addAssignees issues.removeAssignees ' +
  'git.createBlob git.createTree git.createCommit git.createRef git.createTag'
).split(' ');

/** Methods that add an entry for the owner alone, unless others are named there: who is invited gets a mail. */
export const additionsUnless: Readonly<Record<string, readonly string[]>> = {
  'canvases.create': ['channel_id'],
  'events.insert': ['requestBody', 'attendees'],
  'presentations.create': ['requestBody', 'permissions'],
  'spreadsheets.create': ['requestBody', 'permissions'],
  'documents.create': ['requestBody', 'permissions'],
  'files.create': ['requestBody', 'permissions'],
};

/**
 * What can be set back of a thing, by the method that sets it, with the values for which that holds; none: all. Drive's files
 * have another name or folder then, and the same contents.
 */
export const slightSettings: Readonly<Record<string, Readonly<Record<string, readonly (string | boolean)[]>>>> = {
  'files.update': { name: [], description: [], starred: [], parents: [], folderColorRgb: [], trashed: [false] },
};

/** Requests in a list of changes by which nothing that was there is lost: Google's documents, presentations and tables. */
export const addingRequests = /^(?:add|append|create|insert)[A-Z]|^update\w*Style$/;

/**
 * Methods of services that add what a person keeps or discusses there, and can take away again: an issue, a comment, a page.
 * Not what costs or publishes something, or gives rights.
 */
export const addingMethods: readonly string[] = (
  'issues.create issues.createComment issues.addLabels issues.createLabel issues.createMilestone ' +
  'pulls.createReviewComment pulls.createReplyForReviewComment repos.createCommitComment ' +
  'createIssue createComment createDocument createAttachment createIssueLabel createIssueRelation ' +
  'createProjectMilestone createProjectUpdate addComment addWorklog pages.create comments.create replies.create ' +
  'children.append people.createContact createCalendarObject createVCard ' +
  'appTable.create appTableRecord.create appTableRecord.batchCreate documentBlockChildren.create fileComment.create ' +
  'docker.createNetwork docker.createVolume'
).split(' ');

/** Words in the name of a switch that say nothing of what it switches: `enableShellTool`. */
export const switchWords: ReadonlySet<string> = new Set(
  'active allow allowed can enable enabled has include includes is on should show the tool tools use with'.split(' '),
);

/** Nouns of what a person or a policy gives before something is done. */
export const approvalNouns: readonly string[] =
  'approval approved approver confirm confirmation confirmed consent permission permitted authorization authorisation authorized authorised authorize authorise'.split(
    ' ',
  );

/** Of these, what a field or variable is called that holds the answer. */
export const approvalResults: readonly string[] = 'approved confirmed permitted authorized authorised'.split(' ');

/** Words in the name of a switch that is on where an approval is needed: `shellNeedsApproval`. */
export const needWords: readonly string[] =
  'ask asks await must need needs needed require requires required should wait'.split(' ');

/** What a policy answers that refuses a call. */
export const verdictsOfRefusal: readonly string[] = 'block blocked denied deny forbid forbidden refuse refused'.split(
  ' ',
);

/** First words of functions that get an approval, or test that there is one: not those that keep, list or give one. */
export const approvalVerbs: readonly string[] = (
  'assert ask await can check confirm demand enforce ensure evaluate get has is must need needs obtain on prompt request ' +
  'require requires seek should user validate verify wait was with'
).split(' ');

/** Verbs of functions that write down what happens, count it or pass it on, and stop nothing: `trace.add(toolName)`. */
export const recordingVerbs: ReadonlySet<string> = new Set(
  (
    'add alert append audit broadcast bump capture collect count debug display emit enqueue gauge histogram inc increment info ' +
    'insert label log mark measure note notify observe persist print publish push put queue raise record remember report save ' +
    'set show store tally time touch trace track verbose warn write'
  ).split(' '),
);

/** What an agent keeps for itself or its one user, by the names of its tools: to forget some of it is no loss to others. */
export const memoryWords: readonly string[] = 'memory memories scratchpad reminder reminders'.split(' ');

/** Nouns of what decides about something, or of what is decided: a tool that is named for one is no look-up. */
export const decidingNouns: readonly string[] =
  'acl allow allowed allowlist authority decision eligibility guard guardrail limit polic policy quota review right risk role rule safety scope verdict'.split(
    ' ',
  );

/** Words of a comment by which its author says that a setting is no oversight. */
export const deliberateWords: readonly string[] = [
  ...['intentional', 'deliberate', 'on purpose', 'by design', 'sandbox', 'container', 'trusted', 'isolated'],
  ...['unattended', 'headless', 'personal'],
];
