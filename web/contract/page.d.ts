// The messages between server and page, for the type checker of the page's scripts.
// Written by `python -m tools.make.page_types`; do not edit.

declare namespace Wire {
  interface Analyse {
    tab: string;
    node: number;
    action: "start" | "stop";
    multipv?: number;
    budget_s?: number | null;
    nodes?: number | null;
    threat?: boolean;
    question?: string;
  }
  interface Analysis {
    game: string;
    tab: string;
    node: number;
    key: string;
    threat: boolean;
    state: "queued" | "resting" | "running" | "stopped";
    depth: number;
    seldepth: number;
    nodes: number;
    nps: number;
    ms: number;
    lines: AnalysisLine[];
    heat: { [name: string]: number };
    notice: string;
    question: string;
  }
  interface AnalysisLine {
    rank: number;
    score: Score;
    depth: number;
    moves: string[];
    points: (number | string)[];
    text: string;
  }
  interface Animation {
    file_name: string;
    gif: string;
  }
  interface AtNode {
    node: number;
  }
  interface BestLine {
    moves: string[];
    points: (number | string)[];
    makes?: ("five" | "four" | "open four" | "open three")[];
    captures?: number;
  }
  interface Bye {
    reason: string;
  }
  interface ClockSetting {
    initial_s: number;
    increment_s?: number;
  }
  interface Clocks {
    initial_s: number;
    increment_s: number;
    left_s: [number, number];
    running: 0 | 1 | null;
  }
  interface Collection {
    id: number;
    name: string;
    games: number;
    imported_at: string;
  }
  interface CommentOn {
    node: number;
    text: string;
  }
  interface EngineGo {
    go: boolean;
    now?: boolean;
  }
  interface EngineLogLine {
    slot: number;
    at_s: number;
    by: "engine" | "server";
    text: string;
  }
  interface Explored {
    game: string;
    node: number;
    key: string;
    games: number;
    moves: ExplorerMove[];
    latest: ExplorerGame[];
    waiting: number;
  }
  interface Explorer {
    games: number;
    saved: number;
    collections: Collection[];
    importing: ImportCourse | null;
  }
  interface ExplorerGame {
    id: number;
    names: [string, string];
    date: string;
    result: string;
    plies: number;
    ply: number;
  }
  interface ExplorerMove {
    move: string;
    point: number | string;
    text: string;
    games: number;
    wins: [number, number];
    draws: number;
    score: Score | null;
    is_book: boolean;
  }
  interface Exported {
    format: string;
    file_name: string;
    text: string;
    lost: string[];
  }
  interface FivePositionView {
    family: "five";
    key: string;
    ply: number;
    side: 0 | 1;
    colours: [string, string];
    outcome: Result | null;
    size: number;
    cells: string;
    captured: [number, number];
    captured_to_win: number;
    legal: number[] | null;
    forbidden: number[];
    zone: Zone | null;
    captures: { [name: string]: number[] };
    last: number | null;
    taken: number[];
    line: number[];
    numbers: { [name: string]: number };
  }
  interface Game {
    id: string;
    version: number;
    players: [PlayerSetting, PlayerSetting];
    clocks: Clocks | null;
    nodes: Node[];
    current: number;
    position: FivePositionView | GipfPositionView | GridPositionView;
    thinking: boolean;
    watching: boolean;
    result: Result | null;
    exploring: number | null;
    hint: Hint | null;
    notices: string[];
    saved_at: string;
    preset: string;
    family: string;
    group: string;
    title: string;
    rules: RulesView;
    offers: string[];
    formats: string[];
    size: number;
    main: number[];
    opening: OpeningPlayed | null;
  }
  interface GameChange {
    id: string;
    version: number;
    players: [PlayerSetting, PlayerSetting];
    clocks: Clocks | null;
    nodes: Node[];
    current: number;
    position: FivePositionView | GipfPositionView | GridPositionView;
    thinking: boolean;
    watching: boolean;
    result: Result | null;
    exploring: number | null;
    hint: Hint | null;
    notices: string[];
    saved_at: string;
    since: number;
    children: [number, number[]][];
  }
  interface GameSummary {
    id: string;
    preset: string;
    title: string;
    plies: number;
    result: string;
    saved_at: string;
  }
  interface GipfMove {
    move: string;
    label: string;
    dot: string | null;
    first: string | null;
    gipf: boolean;
    shifts: [string, string][];
    rows: string[][];
    takes: string[];
    leaves: string[];
  }
  interface GipfPositionView {
    family: "gipf";
    key: string;
    ply: number;
    side: 0 | 1;
    colours: [string, string];
    outcome: Result | null;
    spots: { [name: string]: string };
    reserves: [number, number];
    lost: [number, number];
    gipf_pieces: [number, number];
    adding: [boolean, boolean];
    placing: boolean;
    turn: 0 | 1;
    moves: GipfMove[];
    last: Push | null;
    taken: string[];
  }
  interface GridPositionView {
    family: "grid";
    key: string;
    ply: number;
    side: 0 | 1;
    colours: [string, string];
    outcome: Result | null;
    places: string[][];
    columns: string[];
    rows: string[];
    in_squares: boolean;
    stones: { [name: string]: string };
    clicks: { [name: string]: string };
    lands: { [name: string]: string };
    captured: [number, number] | null;
    reserves: [number, number] | null;
    wanted: string;
    last: string | null;
    taken: string[];
    line: string[];
    numbers: { [name: string]: number };
  }
  interface Health {
    status: "ok";
    engines_running: number;
    engines_waiting: number;
    streams: number;
  }
  interface Hint {
    game: string;
    node: number;
    key: string;
    move: string;
    point: number | string;
    text: string;
    score: Score;
  }
  interface Import {
    text?: string | null;
    files?: { [name: string]: string } | null;
    data?: string | null;
    name?: string | null;
    format?: string | null;
    preset?: string | null;
    number?: number | null;
  }
  interface ImportCourse {
    name: string;
    state: "done" | "failed" | "running" | "stopped";
    total: number;
    done: number;
    added: number;
    known: number;
    refused: number;
    reasons: string[];
    failure: string;
  }
  interface ImportGames {
    name: string;
    text?: string | null;
    files?: { [name: string]: string } | null;
    preset?: string | null;
  }
  interface Judged {
    view: FivePositionView | GipfPositionView | GridPositionView;
    before: Score;
    after: Score;
    best: BestLine;
    reply: BestLine;
    mark: "blunder" | "inaccuracy" | "missed win" | "mistake" | null;
    lost: number;
    winner: 0 | 1 | null;
  }
  interface LevelOption {
    level: number;
    name: string;
    text: string;
  }
  interface LineFrom {
    preset: string;
    position: string;
    moves?: string[];
    pieces?: [number, number] | null;
  }
  interface ListRecords {
    text?: string | null;
    data?: string | null;
    name?: string | null;
    format?: string | null;
    preset?: string | null;
    skip?: number;
  }
  interface Mistake {
    node: number;
    side: 0 | 1;
    preset: string;
    title: string;
    pieces: [number, number] | null;
    position: string;
    move: string;
    best: string[];
    mark: "blunder" | "inaccuracy" | "missed win" | "mistake";
    lost: number;
  }
  interface NewGame {
    preset: string;
    players: [PlayerSetting, PlayerSetting];
    clock?: ClockSetting | null;
    pieces?: [number, number] | null;
    opening?: OpeningMade | null;
  }
  interface NewPlayers {
    players: [PlayerSetting, PlayerSetting];
  }
  interface Node {
    id: number;
    parent: number | null;
    move: string;
    text: string;
    side: 0 | 1;
    captures: number;
    comment: string;
    ply: number;
    score: Score | null;
    mark: "blunder" | "inaccuracy" | "missed win" | "mistake" | null;
    best: BestLine;
  }
  interface Nothing {
  }
  interface OpenExplored {
    game: number;
  }
  interface Opening {
    stones: string[];
    position: FivePositionView | GipfPositionView | GridPositionView;
    phase: "add" | "choose" | "choose back" | "place";
    may_add: boolean;
    choice: 0 | 1 | null;
    percent: number | null;
  }
  interface OpeningMade {
    rule: string;
    stones: string[];
    placer?: 0 | 1;
  }
  interface OpeningOption {
    name: string;
    title: string;
    text: string[];
    stones: number;
  }
  interface OpeningPlayed {
    rule: string;
    placer: 0 | 1;
  }
  interface OpeningStep {
    preset: string;
    rule: string;
    stones: string[];
    engine?: boolean;
  }
  interface Play {
    node: number;
    move: string;
    explore?: boolean;
  }
  interface PlayerSetting {
    kind: "engine" | "human";
    level?: number | null;
    seconds?: number | null;
    name?: string;
  }
  interface Preset {
    name: string;
    title: string;
    family: string;
    group: string;
    size: number;
    colours: [string, string];
    text: string[];
    pieces: [number, number][];
    openings: OpeningOption[];
  }
  interface Problem {
    type: string;
    title: string;
    status: number;
    detail: string;
    instance: string;
  }
  interface Push {
    from: string;
    to: string;
  }
  interface PuzzleEntry {
    id: string;
    preset: string;
    kind: "defence" | "win";
    level: number;
  }
  interface PuzzleView {
    id: string;
    preset: string;
    title: string;
    kind: "defence" | "win";
    theme: "captures" | "fours" | "gipf-pieces" | "reserve" | "threes";
    level: number;
    moves: number;
    position: string;
    line: string[];
  }
  interface RecordEntry {
    number: number;
    names: [string, string];
    event: string;
    date: string;
    result: string;
    plies: number;
    problem: string;
  }
  interface Records {
    count: number;
    games: RecordEntry[];
  }
  interface Result {
    winner: 0 | 1 | null;
    termination: string;
    text: string;
  }
  interface Review {
    nodes?: number;
  }
  interface ReviewNews {
    game: string;
    state: "done" | "running" | "stopped";
    done: number;
    total: number;
    nodes: ReviewedNode[];
    accuracy: [number | null, number | null];
  }
  interface ReviewedNode {
    id: number;
    score: Score;
    mark: "blunder" | "inaccuracy" | "missed win" | "mistake" | null;
    best: BestLine;
  }
  interface RulesView {
    name: string;
    text: string[];
  }
  interface Score {
    kind: "loss" | "score" | "win";
    value: number;
    percent: number;
  }
  interface Step {
    explore?: boolean;
  }
  interface Try {
    preset: string;
    position: string;
    move: string;
    pieces?: [number, number] | null;
  }
  interface Zone {
    top: number;
    left: number;
    bottom: number;
    right: number;
  }
}
