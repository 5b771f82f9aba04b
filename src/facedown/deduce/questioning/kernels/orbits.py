"""The search where nobody knows which verifier checks which law: beliefs as sets of laws.

An answer of a verifier restricts its own law only.  So a belief is one set of laws for each
verifier, and its worlds are all arrangements of the laws of a choice in which every verifier's law
is in its set.  Sets are *reduced* when each of their laws occurs in a world; reduced and sorted,
they are the same for all beliefs that differ only in the names of the verifiers.

Verifiers with equal sets are interchangeable and form a *class*.  Of the worlds that differ only by
swaps within classes one stands for all, an *orbit*.  What a round can lead to is then told by how
many verifiers of each class said no and yes, a *state*; ``Laws.states`` has those of all ways to
form classes, states of more answers first, so that one ascending pass plays the round.  States of a
world in which all verifiers were asked are *cells*.

The search itself is that of ``descent.search``, but for the rule that tells equals apart.
"""

from __future__ import annotations

import numpy as np

from facedown.compiling import compiled
from facedown.deduce.questioning.kernels.frames import (
    BEGIN,
    BEST,
    BOUND,
    CHOICE,
    FLOOR,
    GIVEN_UP,
    HAND,
    KEPT,
    KEY_1,
    KEY_2,
    SLOTS,
    SOURCES,
    TOTAL,
    WAITING,
    conclude,
    open_belief,
    pick_next,
    take_next,
)
from facedown.deduce.questioning.kernels.rounds import (
    copy_to,
    count_bits,
    grow,
    name_sets,
    recall,
)
from facedown.deduce.questioning.problem import (
    INFINITE,
    LANES,
    LEAVE,
    LOWER,
    PER_ROUND,
    RESOLVED,
    SCALE,
    STOP,
    UPPER,
    Context,
    Ints,
    Laws,
)

# Slots of a frame that only this search has: the row of its first state, how many states and cells
# there are, the first state that a round can reach, and how many classes.
STATES, SIZE, CELLS, REACH, CLASSES = range(SLOTS, SLOTS + 5)
WIDE = SLOTS + 5


@compiled
def form_classes(context: Context, sets: Ints, frame: Ints, members: Ints) -> None:
    """Count the verifiers of each class of sorted sets, and find the states of these classes."""
    laws, code, classes = context.laws, 0, 0
    for v in range(sets.size):
        if v > 0 and sets[v] == sets[v - 1]:
            members[classes - 1] += 1
            code |= 1 << (v - 1)
        else:
            members[classes] = 1
            classes += 1
    frame[CLASSES] = classes
    frame[STATES] = laws.first[code]
    frame[SIZE] = laws.first[code + 1] - frame[STATES]
    frame[CELLS] = 1
    for c in range(classes):
        frame[CELLS] *= members[c] + 1
    answers = 4 * sets.size
    s = frame[SIZE]
    while s > 0 and laws.states[frame[STATES] + s - 1, answers] <= context.control[PER_ROUND]:
        s -= 1
    frame[REACH] = s


@compiled
def arrange(laws: Laws, sets: Ints, pool: Ints, begin: int) -> int:
    """Write the orbits of a belief to ``pool``: laws by verifier, choice; return where they end.

    Within a class the laws ascend.
    """
    verifiers = sets.size
    allowed = np.empty(verifiers, np.int64)
    left = np.empty(verifiers, np.int64)
    placed = np.empty(verifiers, np.int64)
    end = begin
    for choice in range(laws.choice.shape[0]):
        own = laws.choice[choice]
        possible = True
        for v in range(verifiers):
            allowed[v] = 0
            for i in range(verifiers):
                allowed[v] |= ((sets[v] >> own[i]) & 1) << i
            if allowed[v] == 0:
                possible = False
                break
        if not possible:
            continue
        used = v = 0
        left[0] = allowed[0]
        while True:
            if left[v] == 0:
                if v == 0:
                    break
                v -= 1
                used &= ~placed[v]
                continue
            place = left[v] & -left[v]
            left[v] ^= place
            placed[v] = place
            if v == verifiers - 1:
                for i in range(verifiers):
                    pool[end, i] = own[count_bits(placed[i] - 1)]
                pool[end, verifiers] = choice
                end += 1
                continue
            used |= place
            v += 1
            left[v] = allowed[v] & ~used
            if sets[v] == sets[v - 1]:
                left[v] &= -2 * place
    return end


@compiled
def most_orbits(laws: Laws, members: Ints, classes: int) -> int:
    """More orbits than these there cannot be."""
    most, verifiers = laws.choice.shape[0], laws.choice.shape[1]
    for v in range(2, verifiers + 1):
        most *= v
    for c in range(classes):
        for v in range(2, members[c] + 1):
            most //= v
    return int(most)


@compiled
def with_rows(pool: Ints, used: int, more: int) -> Ints:
    """The pool, or a larger one, with room for so many rows after those used."""
    if used + more <= pool.shape[0]:
        return pool
    larger = np.empty((2 * (used + more), pool.shape[1]), np.int64)
    for i in range(used):
        copy_to(larger[i], pool[i], pool.shape[1])
    return larger


@compiled
def huffman(weights: Ints, count: int, arity: int, queue: Ints) -> int:
    """Least sum of weights times depths in a tree of so many children; the weights ascend."""
    if count < 2:
        return 0
    total = taken = made = used = 0
    parts = (count - 2) % (arity - 1) + 2
    while True:
        merged = 0
        for _ in range(parts):
            if taken < count and (used == made or weights[taken] <= queue[used]):
                merged += weights[taken]
                taken += 1
            else:
                merged += queue[used]
                used += 1
        total += merged
        if taken == count and used == made:
            return int(total)
        queue[made] = merged
        made += 1
        parts = arity


@compiled
def least_cost(context: Context, histogram: Ints, targets: int) -> int:
    """What a new round and all after it cost at least where targets have these weights."""
    weights = np.empty(targets, np.int64)
    queue = np.empty(targets, np.int64)
    count = 0
    for t in range(targets):
        weight = histogram[t]
        if weight > 0:
            i = count
            while i > 0 and weights[i - 1] > weight:
                weights[i] = weights[i - 1]
                i -= 1
            weights[i] = weight
            count += 1
    rounds = huffman(weights, count, 1 << context.control[PER_ROUND], queue)
    return int(context.control[SCALE] * rounds + huffman(weights, count, 2, queue))


@compiled
def weed_sets(laws: Laws, sets: Ints, source: Ints, kept: Ints) -> int:
    """Fill ``kept`` with the proposals that are not useless, repeated or dominated.

    The same as ``rounds.weed`` finds from all worlds, for a law in a reduced set is in a world.
    """
    verifiers = sets.size
    parts = np.empty((source.size, verifiers), np.int64)
    part = np.empty(verifiers, np.int64)
    size = 0
    for row in range(source.size):
        yes = laws.yes[source[row]]
        useless = True
        for v in range(verifiers):
            said = sets[v] & yes
            if said & (sets[v] & -sets[v]):
                said ^= sets[v]
            part[v] = said
            if said != 0:
                useless = False
        if useless:
            continue
        dominated = False
        left = 0
        for i in range(size):
            dominated = dominates = True
            for v in range(verifiers):
                mine, other = part[v], parts[i, v]
                if mine != other:
                    dominated &= mine == 0
                    dominates &= other == 0
                    if not (dominated or dominates):
                        break
            if dominated:
                break
            if not dominates:
                if left < i:
                    kept[left] = kept[i]
                    copy_to(parts[left], parts[i], verifiers)
                left += 1
        if not dominated:
            kept[left] = source[row]
            copy_to(parts[left], part, verifiers)
            size = left + 1
    return size


@compiled
def rank_orbits(
    context: Context,
    frame: Ints,
    members: Ints,
    orbits: Ints,
    kept: Ints,
    optimistic: Ints,
) -> None:
    """An optimistic cost for each proposal of a new round: exact when it stays within the round.

    Proposals go side by side, ``LANES`` of them in a row of every table.
    """
    laws, scale, bonus = context.laws, context.control[SCALE], context.bonus
    verifiers, depth = laws.choice.shape[1], context.control[PER_ROUND]
    weight, bits, cost = laws.room[0], laws.room[1], laws.room[2]
    said = laws.room[3]  # [law, lane]: all bits where the law says yes
    states, row, size, cells = laws.states, frame[STATES], frame[SIZE], frame[CELLS]
    blocks = (kept.size + LANES - 1) // LANES
    lanes = (kept.size + 8 * blocks - 1) // (8 * blocks) * 8
    step = np.empty(verifiers, np.int64)  # from cell to cell for one more yes of this verifier
    v, stride = 0, lanes
    for c in range(frame[CLASSES]):
        for _ in range(members[c]):
            step[v] = stride
            v += 1
        stride *= members[c] + 1
    at = np.empty(LANES, np.int64)
    best = np.empty(LANES, np.int64)
    for block in range(0, kept.size, lanes):
        for lane in range(lanes):
            at[lane] = laws.yes[kept[min(block + lane, kept.size - 1)]]
        for law in range(laws.law_count):
            for lane in range(lanes):
                said[law * lanes + lane] = -((at[lane] >> law) & 1)
        for i in range(cells * lanes):
            weight[i] = bits[i] = 0
        for o in range(orbits.shape[0]):
            for lane in range(lanes):
                at[lane] = lane
            for v in range(verifiers):
                words = said[orbits[o, v] * lanes : (orbits[o, v] + 1) * lanes]
                one = step[v]
                for lane in range(lanes):
                    at[lane] += words[lane] & one
            choice = orbits[o, verifiers]
            worth, goal = laws.worth[choice], 1 << laws.goal[choice]
            for lane in range(lanes):
                weight[at[lane]] += worth
                bits[at[lane]] |= goal
        for s in range(cells):
            times = states[row + s, 4 * verifiers + 1]
            for i in range(s * lanes, (s + 1) * lanes):
                weight[i] *= times
        for s in range(cells, size):
            c = states[row + s, 4 * verifiers + 2]
            a, b = states[row + s, c] * lanes, states[row + s, verifiers + c] * lanes
            w, t = weight[s * lanes : (s + 1) * lanes], bits[s * lanes : (s + 1) * lanes]
            w_a, w_b = weight[a : a + lanes], weight[b : b + lanes]
            t_a, t_b = bits[a : a + lanes], bits[b : b + lanes]
            for lane in range(lanes):
                w[lane] = w_a[lane] + w_b[lane]
                t[lane] = t_a[lane] | t_b[lane]
        for s in range(frame[REACH], size):
            w, t = weight[s * lanes : (s + 1) * lanes], bits[s * lanes : (s + 1) * lanes]
            each = states[row + s, 4 * verifiers + 1]
            for lane in range(lanes):
                best[lane] = (scale + 1) * w[lane] + each * bonus[count_bits(t[lane])]
            if s == size - 1:
                for lane in range(lanes):
                    best[lane] = INFINITE
            if states[row + s, 4 * verifiers] < depth:
                for c in range(frame[CLASSES]):
                    a = states[row + s, c] * lanes
                    if a >= 0:
                        b = states[row + s, verifiers + c] * lanes
                        c_a, c_b = cost[a : a + lanes], cost[b : b + lanes]
                        for lane in range(lanes):
                            best[lane] = min(best[lane], w[lane] + c_a[lane] + c_b[lane])
            out = cost[s * lanes : (s + 1) * lanes]
            for lane in range(lanes):
                out[lane] = best[lane] if t[lane] & (t[lane] - 1) else 0
        top = (size - 1) * lanes
        for lane in range(min(lanes, kept.size - block)):
            optimistic[block + lane] = scale * weight[top + lane] + cost[top + lane]


@compiled
def take_proposal(
    context: Context,
    frame: Ints,
    members: Ints,
    orbits: Ints,
    unions: Ints,
    histograms: Ints,
    weight: Ints,
    bits: Ints,
    leave: Ints,
    tries: Ints,
) -> None:
    """Begin a round with the proposal in hand: what is known of all states.

    For each cell ``unions`` has the laws of every class in it, ``histograms`` how many arrangements
    of every target are in it.
    """
    laws, scale = context.laws, context.control[SCALE]
    verifiers, classes = laws.choice.shape[1], frame[CLASSES]
    states, row, size, cells = laws.states, frame[STATES], frame[SIZE], frame[CELLS]
    yes = laws.yes[frame[HAND]]
    for s in range(cells):
        weight[s] = bits[s] = 0
        for c in range(classes):
            unions[s, c] = 0
        for t in range(laws.targets):
            histograms[s, t] = 0
    for o in range(orbits.shape[0]):
        s, v, stride = 0, 0, 1
        for c in range(classes):
            for _ in range(members[c]):
                s += stride * ((yes >> orbits[o, v]) & 1)
                v += 1
            stride *= members[c] + 1
        v = 0
        for c in range(classes):
            for _ in range(members[c]):
                unions[s, c] |= 1 << orbits[o, v]
                v += 1
        choice = orbits[o, verifiers]
        weight[s] += laws.worth[choice]
        bits[s] |= 1 << laws.goal[choice]
        histograms[s, laws.goal[choice]] += laws.worth[choice]
    for s in range(size):
        if s < cells:
            weight[s] *= states[row + s, 4 * verifiers + 1]
        else:
            c = states[row + s, 4 * verifiers + 2]
            a, b = states[row + s, c], states[row + s, verifiers + c]
            weight[s] = weight[a] + weight[b]
            bits[s] = bits[a] | bits[b]
        tries[s] = leave[s] = 0
        if bits[s] & (bits[s] - 1):
            each = states[row + s, 4 * verifiers + 1]
            leave[s] = (scale + 1) * weight[s] + each * context.bonus[count_bits(bits[s])]
    leave[size - 1] = INFINITE


@compiled
def play_states(
    context: Context, frame: Ints, weight: Ints, bits: Ints, leave: Ints, cost: Ints, action: Ints
) -> int:
    """Cheapest way through a round when leaving at state ``s`` costs ``leave[s]`` at least.

    Fills ``action`` (a class, ``RESOLVED`` or ``LEAVE``) for all states that a round can reach and
    returns the cost of it all.  Bounds are raised where those of the parts show more.
    """
    verifiers, states, row = context.laws.choice.shape[1], context.laws.states, frame[STATES]
    top = frame[SIZE] - 1
    for s in range(frame[REACH], frame[SIZE]):
        if not bits[s] & (bits[s] - 1):
            cost[s] = 0
            action[s] = RESOLVED
            continue
        deeper = states[row + s, 4 * verifiers] < context.control[PER_ROUND]
        best, best_action = INFINITE, LEAVE
        if deeper:
            lifted = leave[s]
            for c in range(frame[CLASSES]):
                a, b = states[row + s, c], states[row + s, verifiers + c]
                if a >= 0 and weight[a] > 0 and weight[b] > 0:
                    lifted = max(lifted, leave[a] + leave[b])
                    value = weight[s] + cost[a] + cost[b]
                    if value < best:
                        best, best_action = value, c
            if s < top:
                leave[s] = lifted
        if leave[s] <= best:
            best, best_action = leave[s], LEAVE
        cost[s] = best
        action[s] = best_action
    return int(cost[top])


@compiled
def find_doubtful(
    context: Context, frame: Ints, action: Ints, weight: Ints, tries: Ints, stack: Ints
) -> int:
    """A state where the chosen way leaves the round at a cost that is not exact, or -1.

    As in ``rounds.find_open`` the least tried comes first, then the heaviest.
    """
    verifiers, states, row = context.laws.choice.shape[1], context.laws.states, frame[STATES]
    stack[0] = frame[SIZE] - 1
    top = 1
    found = -1
    while top > 0:
        top -= 1
        s = stack[top]
        if action[s] >= 0:
            stack[top] = states[row + s, action[s]]
            stack[top + 1] = states[row + s, verifiers + action[s]]
            top += 2
        elif (
            action[s] == LEAVE
            and tries[s] >= 0
            and (
                found < 0
                or tries[s] < tries[found]
                or (tries[s] == tries[found] and weight[s] > weight[found])
            )
        ):
            found = s
    return found


@compiled
def look_into(
    context: Context,
    frame: Ints,
    members: Ints,
    unions: Ints,
    histograms: Ints,
    s: int,
    below: Ints,
    sets: Ints,
) -> tuple[int, int]:
    """Bounds on the cost of the belief at a state; its sets and its frame are filled in."""
    laws, factorial = context.laws, context.laws.factorial
    verifiers, states, row = laws.choice.shape[1], laws.states, frame[STATES]
    classes = frame[CLASSES]
    no, yes = np.zeros(classes, np.int64), np.zeros(classes, np.int64)
    rest = np.zeros(classes, np.int64)
    histogram = np.zeros(laws.targets, np.int64)
    said = laws.yes[frame[HAND]]
    for cell in range(frame[CELLS]):
        if unions[cell, 0] == 0:
            continue
        times = 1
        for c in range(classes):
            noes, yeses = states[row + s, 2 * verifiers + c], states[row + s, 3 * verifiers + c]
            more_no = states[row + cell, 2 * verifiers + c] - noes
            more_yes = states[row + cell, 3 * verifiers + c] - yeses
            if more_no < 0 or more_yes < 0:
                times = 0
                break
            times *= factorial[more_no + noes] * factorial[more_yes + yeses]
            times *= factorial[more_no + more_yes]
            times //= factorial[more_no] * factorial[more_yes]
        if times == 0:
            continue
        for c in range(classes):
            noes, yeses = states[row + s, 2 * verifiers + c], states[row + s, 3 * verifiers + c]
            for_yes, for_no = unions[cell, c] & said, unions[cell, c] & ~said
            if noes > 0:
                no[c] |= for_no
            if yeses > 0:
                yes[c] |= for_yes
            if states[row + cell, 2 * verifiers + c] > noes:
                rest[c] |= for_no
            if states[row + cell, 3 * verifiers + c] > yeses:
                rest[c] |= for_yes
        for t in range(laws.targets):
            histogram[t] += times * histograms[cell, t]
    v = 0
    for c in range(classes):
        noes, yeses = states[row + s, 2 * verifiers + c], states[row + s, 3 * verifiers + c]
        for i in range(members[c]):
            sets[v] = no[c] if i < noes else yes[c] if i < noes + yeses else rest[c]
            v += 1
    below[TOTAL] = histogram.sum()
    below[FLOOR] = least_cost(context, histogram, laws.targets)
    return recall_sets(context, sets, below)


@compiled
def recall_sets(context: Context, sets: Ints, frame: Ints) -> tuple[int, int]:
    """What is known of the cost of a belief whose floor is in its frame; its sets are sorted."""
    frame[KEY_1], frame[KEY_2] = name_sets(sets)
    slot = recall(context, frame[KEY_1], frame[KEY_2])
    if slot < 0:
        return frame[FLOOR], INFINITE
    return max(frame[FLOOR], context.memo[slot, 2]), context.memo[slot, 3]


@compiled
def find_place(laws: Laws, frame: Ints) -> tuple[int, bool]:
    """Where the bounds of a belief's proposals are kept, or may be; and whether they are.

    Of two beliefs it is the smaller one, which is quicker to redo, that gives its place up.
    """
    shelf, place = laws.shelf, -1
    for i in range(4):
        own = ((frame[KEY_2] & 0x7FFFFFFF) + i) % shelf.shape[0]
        if shelf[own, 0] == frame[KEY_1] and shelf[own, 1] == frame[KEY_2]:
            return own, True
        if place < 0 or shelf[own, 2] < shelf[place, 2]:
            place = own
    return place, False


@compiled
def keep_bounds(laws: Laws, frame: Ints, kept: Ints, ranked: Ints, proven: Ints) -> None:
    """Keep what each proposal of a belief costs at least, for when it is met again.

    A place has two key words, weight, number of proposals, these, and their bounds: as they were
    ranked, which is the order to try them in, and as they were proven.
    """
    place, _ = find_place(laws, frame)
    row, count = laws.shelf[place], frame[KEPT]
    row[0], row[1], row[2], row[3] = frame[KEY_1], frame[KEY_2], frame[TOTAL], count
    copy_to(row[4:], kept, count)
    copy_to(row[4 + count :], ranked, count)
    copy_to(row[4 + 2 * count :], proven, count)


@compiled
def place_in_hand(frame: Ints, kept: Ints) -> int:
    """Where the proposal in hand stands among those kept."""
    i = 0
    while kept[i] != frame[HAND]:
        i += 1
    return i


@compiled
def give_up(frame: Ints, kept: Ints, proven: Ints, value: int) -> None:
    """Lay the proposal in hand aside, which costs so much at least."""
    i = place_in_hand(frame, kept)
    proven[i] = max(proven[i], value)
    frame[GIVEN_UP] = min(frame[GIVEN_UP], proven[i])
    frame[HAND] = -1


@compiled
def how_far(tries: int, slack: int) -> int:
    """How much more than is known a belief may cost while it is looked at for so many times.

    At first nothing, for what the memo knows or weights show costs least, then hardly anything, and
    never much: of beliefs that may cost too much together each is looked at in turn.
    """
    return tries if tries < 2 else slack // 8 + 1


@compiled
def settle(context: Context, start: Ints, limit: int, top: bool) -> tuple[int, int]:
    """Lower and upper bound for the belief of these sets, which are reduced.

    The bounds are equal (the exact cost) or the lower one is at least ``limit``, unless the search
    was stopped.  With ``top`` the bounds proven so far are shown in ``control``.
    """
    laws, control = context.laws, context.control
    proposals, verifiers = laws.yes.size, laws.choice.shape[1]
    most, cells = laws.room.shape[1] // LANES, 1 << verifiers
    rows = 8
    frames = np.zeros((rows + 1, WIDE), np.int64)
    sets = np.empty((rows + 1, verifiers), np.int64)
    members = np.empty((rows, verifiers), np.int64)
    pool = np.empty((1024, verifiers + 1), np.int64)
    source = np.empty((rows, proposals), np.int64)
    kept = np.empty((rows, proposals), np.int64)
    optimistic = np.empty((rows, proposals), np.int64)
    ranked = np.empty((rows, proposals), np.int64)
    proven = np.empty((rows, proposals), np.int64)  # what proposals cost at least
    unions = np.empty((rows * cells, verifiers), np.int64)
    histograms = np.empty((rows * cells, laws.targets), np.int64)
    weight = np.empty((rows, most), np.int64)
    bits = np.empty((rows, most), np.int64)
    leave = np.empty((rows, most), np.int64)
    tries = np.empty((rows, most), np.int64)
    cost = np.empty(most, np.int64)
    action = np.empty(most, np.int64)
    stack = np.empty(2 * verifiers + 2, np.int64)

    copy_to(sets[0], start, verifiers)
    name_sets(sets[0])
    frames[0, BOUND], frames[0, SOURCES] = limit, proposals
    for i in range(proposals):
        source[0, i] = i
    level = low = high = 0
    arrived = True
    while True:
        frame, mine = frames[level], sets[level]
        union = unions[level * cells : (level + 1) * cells]
        histogram = histograms[level * cells : (level + 1) * cells]
        if arrived:
            arrived = False
            form_classes(context, mine, frame, members[level])
            pool = with_rows(pool, frame[BEGIN], most_orbits(laws, members[level], frame[CLASSES]))
            frames[level + 1, BEGIN] = arrange(laws, mine, pool, frame[BEGIN])
            if level == 0:
                fill_floor(context, frame, pool[: frames[1, BEGIN]], members[0])
                low, high = recall_sets(context, mine, frame)
                if low >= min(high, limit):
                    return low, high
            else:
                frame[SOURCES] = frames[level - 1, KEPT]
                copy_to(source[level], kept[level - 1], frame[SOURCES])
            open_belief(context, frame)
            place, found = find_place(laws, frame)
            if found:
                row = laws.shelf[place]
                frame[KEPT] = row[3]
                copy_to(kept[level], row[4:], frame[KEPT])
                copy_to(ranked[level], row[4 + frame[KEPT] :], frame[KEPT])
                copy_to(proven[level], row[4 + 2 * frame[KEPT] :], frame[KEPT])
            else:
                frame[KEPT] = weed_sets(laws, mine, source[level, : frame[SOURCES]], kept[level])
                rank_orbits(
                    context,
                    frame,
                    members[level],
                    pool[frame[BEGIN] : frames[level + 1, BEGIN]],
                    kept[level, : frame[KEPT]],
                    ranked[level],
                )
                copy_to(proven[level], ranked[level], frame[KEPT])
            copy_to(optimistic[level], ranked[level], frame[KEPT])
        here = pool[frame[BEGIN] : frames[level + 1, BEGIN]]
        s = -1
        while s < 0:
            if frame[HAND] < 0:
                if top and level == 0:
                    pick = pick_next(optimistic[0], frame[KEPT])
                    value = optimistic[0, pick] if pick >= 0 else INFINITE
                    control[LOWER] = max(frame[FLOOR], min(frame[GIVEN_UP], value))
                    control[UPPER] = frame[BEST]
                frame[HAND] = take_next(context, frame, False, kept[level], optimistic[level])
                if frame[HAND] < 0:
                    break
                value = proven[level, place_in_hand(frame, kept[level])]
                if value >= min(frame[BEST], frame[BOUND]):
                    give_up(frame, kept[level], proven[level], value)
                    continue
                take_proposal(
                    context,
                    frame,
                    members[level],
                    here,
                    union,
                    histogram,
                    weight[level],
                    bits[level],
                    leave[level],
                    tries[level],
                )
            value = control[SCALE] * frame[TOTAL] + play_states(
                context, frame, weight[level], bits[level], leave[level], cost, action
            )
            bound = min(frame[BEST], frame[BOUND])
            if value >= bound:
                give_up(frame, kept[level], proven[level], value)
                continue
            s = find_doubtful(context, frame, action, weight[level], tries[level], stack)
            if s < 0:
                frame[BEST], frame[CHOICE] = value, frame[HAND]
                give_up(frame, kept[level], proven[level], value)
                continue
            if control[STOP] != 0:
                give_up(frame, kept[level], proven[level], value)
                s = -1
                continue
            known = leave[level, s]
            within = known + how_far(tries[level, s], bound - value)
            tries[level, s] += 1
            low, high = look_into(
                context,
                frame,
                members[level],
                union,
                histogram,
                s,
                frames[level + 1],
                sets[level + 1],
            )
            if low >= min(high, within):
                leave[level, s] = max(known, low)
                if low == high:
                    tries[level, s] = -1
                s = -1
                continue
            # go down to the belief of state s
            frame[WAITING] = s
            frames[level + 1, BOUND] = within
            arrived = True
            level += 1
            if level == rows:
                rows *= 2
                frames, sets = grow(frames, rows + 1), grow(sets, rows + 1)
                members, source = grow(members, rows), grow(source, rows)
                kept, proven = grow(kept, rows), grow(proven, rows)
                optimistic = grow(optimistic, rows)
                ranked = grow(ranked, rows)
                unions, histograms = grow(unions, rows * cells), grow(histograms, rows * cells)
                weight, bits = grow(weight, rows), grow(bits, rows)
                leave, tries = grow(leave, rows), grow(tries, rows)
        if arrived:
            continue
        low, high = conclude(context, frame, frame[TOTAL])
        if low < high:
            keep_bounds(laws, frame, kept[level], ranked[level], proven[level])
        if level == 0:
            return low, high
        # come back with what it costs
        level -= 1
        s = frames[level, WAITING]
        leave[level, s] = max(leave[level, s], low)
        if low == high:
            tries[level, s] = -1


@compiled
def fill_floor(context: Context, frame: Ints, orbits: Ints, members: Ints) -> None:
    """The weight of a belief and a cost that it cannot undercut."""
    laws = context.laws
    verifiers = laws.choice.shape[1]
    histogram = np.zeros(laws.targets, np.int64)
    times = 1
    for c in range(frame[CLASSES]):
        times *= laws.factorial[members[c]]
    for o in range(orbits.shape[0]):
        choice = orbits[o, verifiers]
        histogram[laws.goal[choice]] += times * laws.worth[choice]
    frame[TOTAL] = histogram.sum()
    frame[FLOOR] = least_cost(context, histogram, laws.targets)
