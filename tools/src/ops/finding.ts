/** Something that is not as it should be, and what to do about it. */
export type Finding = { where: string; wrong: string; remedy: string };
