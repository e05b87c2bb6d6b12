self.onmessage = async ({ data }) => {
  const { Finder } = await import('linkwright');
  const stream = new Finder('chat').stream();
  const segments = [...stream.push(data), ...stream.finish()];
  self.postMessage(JSON.stringify(segments.map((segment) => segment.match?.start ?? segment.text)));
};
