-- A library as version 0001 of the schema left it, made by the program of that time: SQLite's dump
-- of it, with another folder. Restored by tests.store.older.first_library.
PRAGMA application_id = 1397312840;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num));
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE documents (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	digest BLOB NOT NULL, 
	recipe_key INTEGER, 
	fingerprint BIGINT, 
	fingerprint_rest BIGINT, 
	block0 SMALLINT CONSTRAINT ck_documents_block0 CHECK (block0 IS (fingerprint >> 48) & 65535), 
	block1 SMALLINT CONSTRAINT ck_documents_block1 CHECK (block1 IS (fingerprint >> 32) & 65535), 
	block2 SMALLINT CONSTRAINT ck_documents_block2 CHECK (block2 IS (fingerprint >> 16) & 65535), 
	block3 SMALLINT CONSTRAINT ck_documents_block3 CHECK (block3 IS (fingerprint >> 0) & 65535), 
	state TEXT NOT NULL, 
	reason TEXT, 
	detail TEXT, 
	reader TEXT, 
	encoding TEXT, 
	language TEXT, 
	size_bytes BIGINT NOT NULL, 
	character_count INTEGER, 
	feature_count INTEGER, 
	imported_at_ms BIGINT NOT NULL, 
	CONSTRAINT ck_documents_state CHECK ((fingerprint IS NOT NULL) = (state = 'fingerprinted')), 
	CONSTRAINT fk_documents_recipe_key FOREIGN KEY(recipe_key) REFERENCES recipes ("key")
);
INSERT INTO "documents" VALUES(1,X'AC912D87B01EF050DC7DAC5F0D0F637C',1,NULL,NULL,NULL,NULL,NULL,NULL,'too-short',NULL,NULL,'text','utf-8','und',12,6,0,1795212144182);
INSERT INTO "documents" VALUES(2,X'5FAE6040AC645BE63C12EBB568EA7D2B',1,-588691556105208677,0,63444,35878,5139,48283,'fingerprinted',NULL,NULL,'text','ascii','en',153,153,50,1795212144182);
INSERT INTO "documents" VALUES(3,X'3081FAAFE85EF3917543DE7A8CEA0780',1,8715938380761650,0,30,63257,35601,51762,'fingerprinted',NULL,NULL,'markdown','utf-8','zh-Hans',113,38,38,1795212144182);
CREATE TABLE files (
	id INTEGER NOT NULL, 
	folder_id INTEGER NOT NULL, 
	relative_path TEXT NOT NULL, 
	name TEXT NOT NULL, 
	size_bytes BIGINT NOT NULL, 
	mtime_ns BIGINT NOT NULL, 
	document_id INTEGER, 
	state TEXT NOT NULL, 
	reason TEXT, 
	detail TEXT, 
	run_id INTEGER, 
	CONSTRAINT pk_files PRIMARY KEY (id), 
	CONSTRAINT fk_files_folder_id FOREIGN KEY(folder_id) REFERENCES folders (id) ON DELETE CASCADE, 
	CONSTRAINT fk_files_document_id FOREIGN KEY(document_id) REFERENCES documents (id)
);
INSERT INTO "files" VALUES(1,1,'dots.txt','dots.txt',12,1795212143414851356,1,'present',NULL,NULL,1);
INSERT INTO "files" VALUES(2,1,'empty.txt','empty.txt',0,1795212143414796445,NULL,'failed','empty','The file is empty.',1);
INSERT INTO "files" VALUES(3,1,'story.txt','story.txt',153,1795212143414689025,2,'present',NULL,NULL,1);
INSERT INTO "files" VALUES(4,1,'会议.md','会议.md',113,1795212143414796445,3,'present',NULL,NULL,1);
INSERT INTO "files" VALUES(5,1,'sub/copy of story.txt','copy of story.txt',153,1795212143414763806,2,'present',NULL,NULL,1);
CREATE TABLE folders (
	id INTEGER NOT NULL, 
	path TEXT NOT NULL, 
	role TEXT NOT NULL, 
	added_at_ms BIGINT NOT NULL, 
	CONSTRAINT pk_folders PRIMARY KEY (id)
);
INSERT INTO "folders" VALUES(1,'/texts','normal',1795212143670);
CREATE TABLE meta (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);
CREATE TABLE recipes (
	"key" INTEGER NOT NULL, 
	recipe_id TEXT NOT NULL, 
	CONSTRAINT pk_recipes PRIMARY KEY ("key")
);
INSERT INTO "recipes" VALUES(1,'v1:nfkc+fold+space:words:1+2:log-count:xxh3-64:64:zero');
CREATE TABLE runs (
	id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	state TEXT NOT NULL, 
	started_at_ms BIGINT NOT NULL, 
	finished_at_ms BIGINT, 
	request JSON NOT NULL, 
	counts JSON NOT NULL, 
	CONSTRAINT pk_runs PRIMARY KEY (id)
);
INSERT INTO "runs" VALUES(1,'import','finished',1795212143672,1795212144185,'{"folders": null}','{"read": 5, "unchanged": 0, "skipped": 0}');
CREATE TABLE staged_fingerprints (
	document_id INTEGER NOT NULL, 
	recipe_key INTEGER NOT NULL, 
	fingerprint BIGINT, 
	fingerprint_rest BIGINT, 
	feature_count INTEGER NOT NULL, 
	CONSTRAINT pk_staged_fingerprints PRIMARY KEY (document_id), 
	CONSTRAINT fk_staged_fingerprints_document_id FOREIGN KEY(document_id) REFERENCES documents (id) ON DELETE CASCADE, 
	CONSTRAINT fk_staged_fingerprints_recipe_key FOREIGN KEY(recipe_key) REFERENCES recipes ("key")
);
CREATE TABLE texts (
	document_id INTEGER NOT NULL, 
	compressed BLOB NOT NULL, 
	CONSTRAINT pk_texts PRIMARY KEY (document_id), 
	CONSTRAINT fk_texts_document_id FOREIGN KEY(document_id) REFERENCES documents (id) ON DELETE CASCADE
);
INSERT INTO "texts" VALUES(1,X'58097BD4B04CE151C314205EC605002CC60651');
INSERT INTO "texts" VALUES(2,X'58094D8DD109C3301043FF3B85062899260B5C63151BC239DC29986E5FB7A1D02FF1407A5A2B512D08F3024D500FF5964452E8A76042B1E10BD65F35CC619556BEA3DC7908A717060C0AF28E51DB3E55FFBA419F3E478A071EAF2B3FA741DB2AAF734E7EB6482DB73747653603');
INSERT INTO "texts" VALUES(3,X'5809258C3B0A803014047B4FEDAF0851416D941010412585C4D20FB98DD967ACBC8241BB61985D6B84D33A08A8ED4876F6C8EDC6513014D115EF90CA1B1A8DFD2AE80126F4FC98DC2D2BCAF44ED4DD286C935F919C49B24BA4C447541CB5BFCA7EE3740F569F61FC0297A84CA3');
CREATE UNIQUE INDEX ux_recipes_recipe_id ON recipes (recipe_id);
CREATE UNIQUE INDEX ux_folders_path ON folders (path);
CREATE UNIQUE INDEX ux_documents_digest ON documents (digest);
CREATE INDEX ix_documents_block1 ON documents (block1, recipe_key, fingerprint);
CREATE INDEX ix_documents_block3 ON documents (block3, recipe_key, fingerprint);
CREATE INDEX ix_documents_block0 ON documents (block0, recipe_key, fingerprint);
CREATE INDEX ix_documents_block2 ON documents (block2, recipe_key, fingerprint);
CREATE UNIQUE INDEX ux_files_place ON files (folder_id, relative_path);
CREATE INDEX ix_files_failed ON files (reason) WHERE state = 'failed';
CREATE INDEX ix_files_document ON files (document_id, state, folder_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('documents',3);
COMMIT;