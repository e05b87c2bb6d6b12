import { Finder } from 'linkwright';
import { Finder as Slim } from 'linkwright/slim';

// Sends what it finds, or the first error, to the server of the test.
const send = (body) => fetch('/result', { method: 'POST', body });
window.addEventListener('error', ({ message }) => send(message));
window.addEventListener('unhandledrejection', ({ reason }) => send(String(reason)));
document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => send(`${violatedDirective}: ${blockedURI}`));


const text = '👍 siehe example.com/ü。';
const results = [new Finder('chat').linkify(text, { rel: '' }), JSON.stringify(new Slim('chat').find(text).map(({ uri }) => uri))];
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => {
  send([...results, data].join('\n'));
};
worker.onerror = ({ message }) => send(`worker: ${message}`);
worker.postMessage(text);
