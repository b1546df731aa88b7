/** The desk's tickets. In memory here; nothing in this file is an agent's. */
export const ticketStore = {
  closed: new Map<string, string>(),

  async close(id: string, reason: string): Promise<string> {
    this.closed.set(id, reason);
    return `Ticket ${id} is closed: ${reason}`;
  },
};
